// A Pix that arrived shows what went back of it. Refunds that are known here are ended here too. What nobody here asked for
// (the bank's own, such as in a fraud dispute, or what our memory has lost) is booked where it is of a sale. It rings unless a
// dispute is what it went back for.
import type { Database } from '#db/postgres.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import type { Centavos } from '#kernel/money.ts'
import type { RandomBytes } from '#kernel/time.ts'
import type { Refund as PspRefund, Received } from '#psp/port.ts'
import { isBookedByDispute } from './dispute-standing.ts'
import { findBooked, lockReceipts, updateReceipts } from './receipt-store.ts'
import { newRefund } from './refund.ts'
import { endTold } from './refund-send.ts'
import { type RefundNews, type RefundSettleNeeds, settleRefunds } from './refund-settle.ts'
import { findRefundsOfPix, insertRefunds, type KnownRefund } from './refund-store.ts'
import { takeDown, UNSENT, unsentOf } from './refund-unasked.ts'

export interface RefundHintNeeds extends RefundSettleNeeds {
  db: Database
  random: RandomBytes
}

export interface ToldRefund {
  received: Received
  refund: PspRefund
}

/** Everything that the PSP tells of refunds of these Pix. 'unclear': some of it cannot be told apart before ours have ended. */
export async function applyRefunds(
  needs: RefundHintNeeds,
  pspAccountId: number,
  all: Received[],
): Promise<'clear' | 'unclear'> {
  const told = toldOnce(all)
  if (told.length === 0) return 'clear'
  const known = Map.groupBy(
    await findRefundsOfPix(needs.db, [...new Set(told.map(pixOf))]),
    ({ endToEndId }) => endToEndId,
  )
  const judged = told.map(one => ({ one, place: placeOf(one, known.get(pixOf(one)) ?? []) }))
  await settleRefunds(
    needs,
    judged.flatMap(({ one, place }) => (typeof place === 'object' ? newsOf(one, place) : [])),
  )
  for (const { one, place } of judged) if (place === 'strange') await meetStranger(needs, pspAccountId, one)
  const isUnclear = judged.some(({ one, place }) => place === 'unclear' && one.refund.state !== 'failed')
  return isUnclear ? 'unclear' : 'clear'
}

const pixOf = ({ received }: ToldRefund) => received.endToEndId

/** A list may hold the same entry more than once, and an entry the same refund. */
function toldOnce(all: Received[]): ToldRefund[] {
  const told = all.flatMap(received => received.refunds.map(refund => ({ received, refund })))
  const factIn = ({ received, refund }: ToldRefund) =>
    [received.endToEndId, refund.refundId, refund.state, refund.amount].join(' ')
  return [...new Map(told.map(one => [factIn(one), one])).values()]
}

/** 'unclear': it bears no id but its way back, and may be one of ours that is under way, which is asked about by itself. */
function placeOf(
  { refund: { refundId, rtrId } }: ToldRefund,
  known: KnownRefund[],
): KnownRefund | 'strange' | 'unclear' {
  const own = known.find(one => one.pspRefundId === refundId)
  const byWayBack = known.find(one => rtrId !== null && (one.rtrId === rtrId || one.pspRefundId === rtrId))
  const isOpen = refundId === rtrId && known.some(({ status, unasked }) => status === 'PENDING' && !unasked)
  return own ?? byWayBack ?? (isOpen ? 'unclear' : 'strange')
}

function newsOf({ refund }: ToldRefund, { accountId, pspRefundId, endToEndId }: KnownRefund): RefundNews[] {
  const end = endTold(refund)
  return end === null ? [] : [{ accountId, pspRefundId, endToEndId, end }]
}

/** Not in our memory. */
async function meetStranger(needs: RefundHintNeeds, pspAccountId: number, told: ToldRefund): Promise<void> {
  const { received, refund } = told
  if (refund.state === 'failed' || (await remember(needs, told))) return
  const booked = await takeDown(needs, pspAccountId, told)
  // One of a sale rings when it is booked, and a dispute may have booked it already.
  if (booked !== null) return settleRefunds(needs, newsOf(told, booked))
  const { endToEndId } = received
  if (await isBookedByDispute(needs.db, endToEndId, wentBackOf(received))) return
  needs.alarmOnce(`${endToEndId}/${refund.refundId}`, UNSENT, unsentOf({ ...refund, pspAccountId, endToEndId }, false))
}

/** Of the Pix, by the bank's own doing, as far as it says so; without a word of it, whatever was not asked for here. */
const wentBackOf = ({ refunds }: Received): Centavos =>
  refunds
    .filter(({ state }) => state !== 'failed')
    .filter(({ nature, refundId }) => (nature === null ? accountOfPspId(refundId) === null : nature.startsWith('MED_')))
    .reduce((sum, { amount }) => sum + amount, 0n) as Centavos

/** A return of the whole under an id of ours, of money that waits here as if it had never gone: it is asked about. */
async function remember(needs: RefundHintNeeds, { received, refund }: ToldRefund) {
  const { endToEndId, amount } = received
  const booked = (await findBooked(needs.db, [endToEndId])).get(endToEndId)
  const accountId = accountOfPspId(refund.refundId)
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
