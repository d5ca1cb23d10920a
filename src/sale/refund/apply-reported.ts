import { accountOfPspId } from '#kernel/ids.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Refund as PspRefund, Received } from '#psp/port.ts'
import type { SaleDeps } from '../deps.ts'
import { isBookedByDispute } from '../dispute/standing.ts'
import { findBooked, lockIncomingPayments, updateIncomingPayments } from '../incoming-payment/store.ts'
import { recordPspInitiated, UNSENT, unsentOf } from './psp-initiated.ts'
import { newRefund } from './refund.ts'
import { endTold } from './send.ts'
import { type RefundOutcome, settleRefunds } from './settle.ts'
import { findRefundsOfPix, insertRefunds, type KnownRefund } from './store.ts'

export interface ToldRefund {
  received: Received
  refund: PspRefund
}

/** Everything that the PSP tells of refunds of these Pix. 'unclear': some of it cannot be told apart before ours have ended. */
export async function applyRefunds(
  deps: SaleDeps,
  pspAccountId: number,
  all: Received[],
): Promise<'clear' | 'unclear'> {
  const told = toldOnce(all)
  if (told.length === 0) return 'clear'
  const known = Map.groupBy(
    await findRefundsOfPix(deps.db, [...new Set(told.map(pixOf))]),
    ({ endToEndId }) => endToEndId,
  )
  const judged = told.map(one => ({ one, place: placeOf(one, known.get(pixOf(one)) ?? []) }))
  await settleRefunds(
    deps,
    judged.flatMap(({ one, place }) => (typeof place === 'object' ? newsOf(one, place) : [])),
  )
  for (const { one, place } of judged) if (place === 'strange') await meetStranger(deps, pspAccountId, one)
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
  const isOpen =
    refundId === rtrId && known.some(({ status, unasked: pspInitiated }) => status === 'PENDING' && !pspInitiated)
  return own ?? byWayBack ?? (isOpen ? 'unclear' : 'strange')
}

function newsOf({ refund }: ToldRefund, { accountId, pspRefundId, endToEndId }: KnownRefund): RefundOutcome[] {
  const end = endTold(refund)
  return end === null ? [] : [{ accountId, pspRefundId, endToEndId, end }]
}

/** Not in our memory. */
async function meetStranger(deps: SaleDeps, pspAccountId: number, told: ToldRefund): Promise<void> {
  const { received, refund } = told
  if (refund.state === 'failed' || (await remember(deps, told))) return
  const booked = await recordPspInitiated(deps, pspAccountId, told)
  // One of a sale rings when it is booked, and a dispute may have booked it already.
  if (booked !== null) return settleRefunds(deps, newsOf(told, booked))
  const { endToEndId } = received
  if (await isBookedByDispute(deps.db, endToEndId, wentBackOf(received))) return
  deps.alertOnce(`${endToEndId}/${refund.refundId}`, UNSENT, unsentOf({ ...refund, pspAccountId, endToEndId }, false))
}

/** Of the Pix, by the bank's own doing, as far as it says so; without a word of it, whatever was not asked for here. */
const wentBackOf = ({ refunds }: Received): Centavos =>
  refunds
    .filter(({ state }) => state !== 'failed')
    .filter(({ nature, refundId }) => (nature === null ? accountOfPspId(refundId) === null : nature.startsWith('MED_')))
    .reduce((sum, { amount }) => sum + amount, 0n) as Centavos

/** A return of the whole under an id of ours, of money that waits here as if it had never gone: it is asked about. */
async function remember(deps: SaleDeps, { received, refund }: ToldRefund) {
  const { endToEndId, amount } = received
  const booked = (await findBooked(deps.db, [endToEndId])).get(endToEndId)
  const accountId = accountOfPspId(refund.refundId)
  if (booked === undefined || booked.accountId !== accountId || refund.amount !== amount) return false
  return deps.db.transaction(async tx => {
    const [incomingPayment] = await lockIncomingPayments(tx, [booked])
    if (incomingPayment?.status !== 'UNACCEPTED') return false
    const wish = { reason: incomingPayment.reason ?? '', askedBy: null, pspRefundId: refund.refundId }
    await insertRefunds(tx, [newRefund(incomingPayment, wish, deps.random, deps.clock())])
    await updateIncomingPayments(tx, [
      { accountId: incomingPayment.accountId, id: incomingPayment.id, status: 'RETURNING' },
    ])
    return true
  })
}
