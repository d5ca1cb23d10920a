// The acquirer says that all of a payment by card has gone back. What was requested here and had no end yet is done by that; what nobody here
// has requested is recorded as the PSP's own refund, as it is with Pix. A dispute of the sale has been ended before.
import { isTestAccount } from '#kernel/account/test-account.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { type Centavos, subtract, ZERO } from '#kernel/money.ts'
import { openBooks } from '#ledger/books.ts'
import { takenBackOf } from '#psp/collect/payment-id.ts'
import type { SaleDeps } from '../../deps.ts'
import { isBookedByDispute } from '../../dispute/store.ts'
import { findBooked } from '../../incoming-payment/store.ts'
import { type SaleKey, saleKeyText } from '../../sale.ts'
import { returnedParams } from '../psp-initiated.ts'
import { newSaleRefund, type RefundEnd, type RefundKey, type SaleRefund } from '../refund.ts'
import { type RefundOutcome, settleRefunds } from '../settle.ts'
import { findRefundsOfPix, insertRefunds, mintRefundId } from '../store.ts'
import { findPayment, lockSaleMoney } from '../totals-store.ts'
import { findPending } from './store.ts'

export interface TakenBack {
  sale: SaleKey
  pspAccountId: number
  /** Under which its payment is booked. */
  paymentId: string
  chargeId: string
  amount: Centavos
}

export async function applyTakenBack(deps: SaleDeps, back: TakenBack): Promise<void> {
  const pending = await findPending(deps.db, back.paymentId)
  await settleRefunds(deps, pending.map(doneBy))
  const booked = (await findBooked(deps.db, [back.paymentId], isTestAccount(back.sale.accountId))).get(back.paymentId)
  if (booked === undefined) return
  if (booked.status === 'ACCEPTED') return takeRest(deps, back)
  if (booked.status === 'UNACCEPTED') raiseUnmatched(deps, back)
  // The seller has what went back, unless a dispute has taken it.
  const isWithSeller = booked.status === 'CREDITED' && !(await isBookedByDispute(deps.db, back.paymentId, back.amount))
  if (isWithSeller) raiseUnmatched(deps, back)
}

/** Its sale is CHARGEBACK, so that nobody begins to send them. */
export async function endWaitingRefunds(deps: SaleDeps, paymentId: string): Promise<void> {
  const pending = await findPending(deps.db, paymentId)
  const end: RefundEnd = { state: 'failed', code: 'DISPUTED', reason: CONTESTED }
  await settleRefunds(
    deps,
    pending.filter(({ isSent }) => !isSent).map(refund => ({ ...keyOf(refund), end })),
  )
}

const CONTESTED = 'The cardholder contests the payment, and the dispute decides about its money'

const keyOf = ({ accountId, pspRefundId, endToEndId }: RefundKey): RefundKey => ({ accountId, pspRefundId, endToEndId })

const doneBy = (refund: RefundKey & { amount: Centavos }): RefundOutcome => ({
  ...keyOf(refund),
  end: { state: 'done', amount: refund.amount, rtrId: null },
})

async function takeRest(deps: SaleDeps, back: TakenBack): Promise<void> {
  const refund = await recordRest(deps, back)
  if (refund !== null) await settleRefunds(deps, [doneBy(refund)])
}

/** null: nothing is left of it. It is recorded once, since nothing is left after that. */
function recordRest(deps: SaleDeps, { sale: key, paymentId, chargeId }: TakenBack): Promise<SaleRefund | null> {
  return deps.db.transaction(async tx => {
    const now = deps.clock()
    await openBooks(tx, [key.accountId], now)
    const money = (await lockSaleMoney(tx, [key])).get(saleKeyText(key))
    const payment = await findPayment(tx, key)
    if (money === undefined || payment === null) return null
    const { sale, totals } = money
    const amount = subtract(subtract(sale.amount, totals.refunded), totals.pending)
    // A dispute that is open claims it.
    if (amount <= ZERO || totals.standing.open) return null
    const { refundId: pspRefundId } = takenBackOf(chargeId, amount)
    if ((await findRefundsOfPix(tx, [paymentId])).some(known => known.pspRefundId === pspRefundId)) return null
    const refund: SaleRefund = {
      ...newSaleRefund({ sale, payment, id: await mintRefundId(tx), amount }, deps.random, now),
      pspRefundId,
      pspInitiated: true,
    }
    await insertRefunds(tx, [{ refund, isKnownToPsp: true, dueAt: now }])
    return refund
  })
}

/** Nobody's money has gone back: a person books it. */
function raiseUnmatched(deps: SaleDeps, { pspAccountId, paymentId, chargeId, amount }: TakenBack): void {
  const params = returnedParams({ ...takenBackOf(chargeId, amount), endToEndId: paymentId, pspAccountId }, false)
  deps.alerts.raiseOnce('UNMATCHED_MONEY_RETURNED', params, aboutPsp(pspAccountId), paymentId)
}
