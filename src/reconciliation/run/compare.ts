// A page of the PSP's list against our books, entry by entry, each with what belongs to it: of a Pix what went back of it, of a
// payment what came back. Reads both, and writes neither.
import type { Queryable } from '#db/postgres.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import type { Payout, Received, Refund } from '#psp/port.ts'
import type { Entry, Word } from '../case/difference.ts'
import {
  findCorrected,
  findOurIncomingPayments,
  findOurPayouts,
  findOurRefunds,
  findOurReturns,
  type OurRefund,
} from './ours-store.ts'

/** With when the PSP says that it was; null where it does not say. */
export interface Listed extends Entry {
  at: Date | null
  /** The same of the Pix or of the payment that it belongs to, or is. */
  of: Date | null
  /** Its id at the PSP: what is listed twice has it twice. */
  line: string
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
  const incomingPayments = await findOurIncomingPayments(db, ids)
  const refunds = Map.groupBy(await findOurRefunds(db, ids), ({ endToEndId }) => endToEndId)
  return items.flatMap(({ endToEndId, amount, txid, paidAt, refunds: moved }) => [
    {
      list: 'received' as const,
      entryId: endToEndId,
      ours: incomingPayments.get(endToEndId) ?? null,
      theirs: { amount, state: 'moved' as const, name: txid },
      at: paidAt,
      of: paidAt,
      line: endToEndId,
    },
    ...moved.map(refund => ({ ...refundEntry(endToEndId, refund, refunds.get(endToEndId) ?? []), of: paidAt })),
  ])
}

function refundEntry(endToEndId: string, refund: Refund, known: OurRefund[]): Omit<Listed, 'of'> {
  const ours = ourRefund(refund, known)
  return {
    list: 'refund',
    entryId: `${endToEndId}/${ours?.refundId ?? refund.refundId}`,
    ours,
    theirs: refundWord(refund),
    accountId: accountOfPspId(refund.refundId),
    at: timeIn(refund.rtrId),
    line: refund.refundId,
  }
}

export function refundWord({ amount, state }: Pick<Refund, 'amount' | 'state'>): Word {
  if (state === 'done') return { amount, state: 'moved' }
  return { amount, state: state === 'failed' ? 'none' : 'open' }
}

/** By its id, else by its way back; one that the PSP lists without an id of its own may be what is under way here, by its amount. */
function ourRefund({ refundId, earlierId, rtrId, amount }: Refund, known: OurRefund[]): OurRefund | null {
  const byId = known.find(one => one.refundId === refundId || one.refundId === earlierId)
  const byWayBack = known.find(one => rtrId !== null && (one.rtrId === rtrId || one.refundId === rtrId))
  const isNameless = refundId === rtrId
  const byAmount = known.find(one => isNameless && one.state === 'open' && one.amount === amount)
  return byId ?? byWayBack ?? byAmount ?? null
}

export async function compareSent(db: Queryable, items: Payout[]): Promise<Listed[]> {
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
          rtrIds,
          [...payouts.values()].map(({ accountId }) => accountId),
        )
  return items.flatMap(payout => {
    const ours = payouts.get(payout.payoutId) ?? null
    const accountId = accountOfPspId(payout.payoutId)
    const { payoutId: entryId, requestedAt: at } = payout
    return [
      { list: 'sent' as const, entryId, ours, theirs: payoutWord(payout), accountId, at, of: at, line: entryId },
      ...payout.returns.map(({ rtrId, amount, returnedAt }) => ({
        list: 'return' as const,
        entryId: rtrId,
        ours: returns.get(rtrId) ?? null,
        theirs: { amount, state: 'moved' as const },
        accountId: ours?.accountId ?? accountId,
        at: returnedAt,
        of: at,
        line: rtrId,
      })),
    ]
  })
}

export function payoutWord({ amount, state, endToEndId: name }: Pick<Payout, 'amount' | 'state' | 'endToEndId'>): Word {
  if (state === 'paid') return { amount, state: 'moved', name }
  return { amount, state: state === 'failed' ? 'none' : 'open', name }
}

/** With what has been corrected of them. */
export async function withCorrections<One extends Entry>(
  db: Queryable,
  pspAccountId: number,
  entries: One[],
): Promise<One[]> {
  if (entries.length === 0) return entries
  const corrected = await findCorrected(db, pspAccountId, entries)
  return entries.map(entry => {
    const moved = corrected.get(`${entry.list} ${entry.entryId}`)
    return moved === undefined ? entry : { ...entry, corrected: moved }
  })
}

/**
 * Lines under one name, each by itself: the one that agrees with our books is what they know, and the others are more than they know.
 */
export function apart(entries: Listed[]): Listed[] {
  return [...Map.groupBy(entries, ({ list, entryId, line }) => `${list} ${entryId} ${line}`).values()].flatMap(
    lines => {
      const agrees = ({ ours, theirs }: Listed) => ours?.amount === theirs?.amount && ours?.state === theirs?.state
      const [known, ...more] = lines.toSorted((one, other) => Number(agrees(other)) - Number(agrees(one)))
      const beyond = more.map((line, n) => ({ ...line, entryId: `${line.entryId}#${n + 2}`, ours: null }))
      return known === undefined ? [] : [known, ...beyond]
    },
  )
}
