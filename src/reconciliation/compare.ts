// A page of the PSP's list against our books, entry by entry, each with what belongs to it: of a Pix what went back of it, of a
// payment what came back. Reads both, and writes neither.
import type { Queryable } from '#db/postgres.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import type { Payout, Received, Refund } from '#psp/port.ts'
import type { Entry, Word } from './difference.ts'
import { findOurPayouts, findOurReceipts, findOurRefunds, findOurReturns, type OurRefund } from './ours-store.ts'

/** With when the PSP says that it was; null where it does not say. */
export interface Listed extends Entry {
  at: Date | null
}

/** `D`, the bank's eight digits, and the minute in UTC: every way back of a Pix says when it began. */
const WAY_BACK = /^D\d{8}(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})/

function timeIn(rtrId: string | null): Date | null {
  const [, year, month, day, hour, minute] = WAY_BACK.exec(rtrId ?? '') ?? []
  if (year === undefined) return null
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:59Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

export async function compareReceived(db: Queryable, items: Received[]): Promise<Listed[]> {
  const ids = items.map(({ endToEndId }) => endToEndId)
  const receipts = await findOurReceipts(db, ids)
  const refunds = Map.groupBy(await findOurRefunds(db, ids), ({ endToEndId }) => endToEndId)
  return items.flatMap(({ endToEndId, amount, paidAt, refunds: told }) => [
    {
      list: 'received' as const,
      entryId: endToEndId,
      ours: receipts.get(endToEndId) ?? null,
      theirs: { amount, state: 'moved' as const },
      at: paidAt,
    },
    ...told.map(refund => refundEntry(endToEndId, refund, refunds.get(endToEndId) ?? [])),
  ])
}

function refundEntry(endToEndId: string, refund: Refund, known: OurRefund[]): Listed {
  const ours = ourRefund(refund, known)
  return {
    list: 'refund',
    entryId: `${endToEndId}/${ours?.refundId ?? refund.refundId}`,
    ours,
    theirs: refundWord(refund),
    accountId: accountOfPspId(refund.refundId),
    at: timeIn(refund.rtrId),
  }
}

export function refundWord({ amount, state }: Pick<Refund, 'amount' | 'state'>): Word {
  if (state === 'done') return { amount, state: 'moved' }
  return { amount, state: state === 'failed' ? 'none' : 'open' }
}

/** By its id, else by its way back; one that the PSP lists without an id of its own may be what is under way here, by its amount. */
function ourRefund({ refundId, rtrId, amount }: Refund, known: OurRefund[]): OurRefund | null {
  const byId = known.find(one => one.refundId === refundId)
  const byWayBack = known.find(one => rtrId !== null && (one.rtrId === rtrId || one.refundId === rtrId))
  const isNameless = refundId === rtrId
  const byAmount = known.find(one => isNameless && one.state === 'open' && one.amount === amount)
  return byId ?? byWayBack ?? byAmount ?? null
}

export async function compareSent(db: Queryable, pspAccountId: number, items: Payout[]): Promise<Listed[]> {
  const accountIds = items.map(({ payoutId }) => accountOfPspId(payoutId))
  const payouts = await findOurPayouts(
    db,
    items.map(({ payoutId }) => payoutId),
    accountIds,
  )
  const rtrIds = items.flatMap(({ returns }) => returns.map(({ rtrId }) => rtrId))
  const returns =
    rtrIds.length === 0
      ? new Map()
      : await findOurReturns(
          db,
          pspAccountId,
          rtrIds,
          [...payouts.values()].map(({ accountId }) => accountId),
        )
  return items.flatMap(payout => {
    const ours = payouts.get(payout.payoutId) ?? null
    const accountId = accountOfPspId(payout.payoutId)
    const { payoutId: entryId, requestedAt: at } = payout
    return [
      { list: 'sent' as const, entryId, ours, theirs: payoutWord(payout), accountId, at },
      ...payout.returns.map(({ rtrId, amount, returnedAt }) => ({
        list: 'return' as const,
        entryId: rtrId,
        ours: returns.get(rtrId) ?? null,
        theirs: { amount, state: 'moved' as const },
        accountId: ours?.accountId ?? accountId,
        at: returnedAt,
      })),
    ]
  })
}

export function payoutWord({ amount, state }: Pick<Payout, 'amount' | 'state'>): Word {
  if (state === 'paid') return { amount, state: 'moved' }
  return { amount, state: state === 'failed' ? 'none' : 'open' }
}
