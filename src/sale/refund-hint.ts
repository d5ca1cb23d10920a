// A Pix that arrived shows what went back of it. Refunds of ours that have ended are ended here too; those that nobody here
// asked for (the bank's own, such as in a fraud dispute) are not booked, and ring.
import type { Database } from '#db/postgres.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import type { RandomBytes } from '#kernel/time.ts'
import type { Refund as PspRefund, Received } from '#psp/port.ts'
import { findBooked, lockReceipts, updateReceipts } from './receipt-store.ts'
import { newRefund } from './refund.ts'
import { endTold } from './refund-send.ts'
import { type RefundSettleNeeds, settleRefunds } from './refund-settle.ts'
import { findRefunds, insertRefunds, refundKey } from './refund-store.ts'

export interface RefundHintNeeds extends RefundSettleNeeds {
  db: Database
  random: RandomBytes
}

interface Told {
  received: Received
  refund: PspRefund
  /** The account that minted the id; null where it is none of ours. */
  accountId: number | null
}

/** Everything that the PSP tells of refunds of these Pix. Answers how many those are. */
export async function applyRefunds(needs: RefundHintNeeds, pspAccountId: number, all: Received[]): Promise<number> {
  const told = toldOnce(all)
  if (told.length === 0) return 0
  const ours = await findRefunds(needs.db, told.flatMap(keyOf))
  const isOurs = (one: Told) => keyOf(one).some(key => ours.has(refundKey(key)))
  await settleRefunds(
    needs,
    told.filter(isOurs).flatMap(one => {
      const end = endTold(one.refund)
      return end === null ? [] : keyOf(one).map(key => ({ ...key, end }))
    }),
  )
  for (const one of told) if (!isOurs(one)) await meetStranger(needs, pspAccountId, one)
  return told.length
}

/** A list may hold the same entry more than once, and an entry the same refund. */
function toldOnce(all: Received[]): Told[] {
  const told = all.flatMap(received =>
    received.refunds.map(refund => ({ received, refund, accountId: accountOfPspId(refund.refundId) })),
  )
  const factIn = ({ received, refund }: Told) =>
    [received.endToEndId, refund.refundId, refund.state, refund.amount].join(' ')
  return [...new Map(told.map(one => [factIn(one), one])).values()]
}

const keyOf = ({ accountId, refund }: Told) => (accountId === null ? [] : [{ accountId, pspRefundId: refund.refundId }])

/** Not in our memory: one that we sent before it was lost is taken up again, any other rings. */
async function meetStranger(needs: RefundHintNeeds, pspAccountId: number, told: Told): Promise<void> {
  const { received, refund } = told
  if (refund.state === 'failed' || (await remember(needs, told))) return
  needs.alarmOnce(`${received.endToEndId}/${refund.refundId}`, 'money went back that nobody here sent back', {
    pspAccountId,
    endToEndId: received.endToEndId,
    refundId: refund.refundId,
    rtrId: refund.rtrId,
    nature: refund.nature,
    amount: refund.amount.toString(),
  })
}

/** A return of the whole under an id of ours, of money that waits here as if it had never gone: it is asked about. */
async function remember(needs: RefundHintNeeds, { received, refund, accountId }: Told) {
  const { endToEndId, amount } = received
  const booked = (await findBooked(needs.db, [endToEndId])).get(endToEndId)
  if (booked === undefined || booked.accountId !== accountId || refund.amount !== amount) return false
  return needs.db.transaction(async tx => {
    const [receipt] = await lockReceipts(tx, [booked])
    if (receipt?.status !== 'UNACCEPTED') return false
    const wish = { reason: receipt.reason ?? '', askedBy: null, pspRefundId: refund.refundId }
    await insertRefunds(tx, [newRefund(receipt, wish, needs.random, needs.clock())])
    await updateReceipts(tx, [{ accountId: receipt.accountId, id: receipt.id, status: 'RETURNING' }])
    return true
  })
}
