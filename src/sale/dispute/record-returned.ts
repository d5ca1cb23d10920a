// Money that no sale accepted, and that its payer has got back by a dispute. No account ever had it, so nobody is charged for it: the incoming
// payment ends as one that was sent back.
import type { Alerts } from '#alert/alerts.ts'
import type { Transaction } from '#db/postgres.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import type { RandomBytes } from '#kernel/time.ts'
import type { Books } from '#ledger/books.ts'
import type { Refund as PspRefund } from '#psp/port.ts'
import { bookReturn } from '../incoming-payment/postings.ts'
import { lockIncomingPayments, updateIncomingPayments } from '../incoming-payment/store.ts'
import { returnedParams } from '../refund/psp-initiated.ts'
import { newUnmatchedRefund } from '../refund/refund.ts'
import { endRefunds, insertRefunds, mintRefundId } from '../refund/store.ts'
import type { BookedPix } from './store.ts'

/** What of it went back, by the PSP's ids. */
export type ReturnedByDispute = Pick<PspRefund, 'refundId' | 'rtrId' | 'nature' | 'amount'>

/**
 * Its wallet is in the books. What is on its way back is ended by its refund. A part cannot be booked: a person is told. Answers whether it was booked:
 * what has changed since the caller looked is not.
 */
export async function recordReturned(
  tx: Transaction,
  { alerts, random }: { alerts: Alerts; random: RandomBytes },
  books: Books,
  pix: Pick<BookedPix, 'accountId' | 'receiptId'>,
  back: ReturnedByDispute,
  now: Date,
): Promise<boolean> {
  const [payment] = await lockIncomingPayments(tx, [{ accountId: pix.accountId, id: pix.receiptId }])
  if (payment?.status !== 'UNACCEPTED') return false
  const { accountId, id, pspAccountId, endToEndId } = payment
  if (back.amount !== payment.amount) {
    const params = returnedParams({ ...back, pspAccountId, endToEndId }, false)
    await alerts.raiseInTx(tx, 'UNMATCHED_MONEY_RETURNED', params, aboutPsp(pspAccountId))
    return false
  }
  const request = { reason: payment.reason ?? '', askedBy: null, pspRefundId: back.refundId }
  const begun = newUnmatchedRefund(payment, request, await mintRefundId(tx), random, now)
  await insertRefunds(tx, [begun])
  await endRefunds(tx, [{ ...begun.refund, status: 'COMPLETED', rtrId: back.rtrId, endedAt: now }], now)
  bookReturn(books, payment)
  await updateIncomingPayments(tx, [{ accountId, id, status: 'RETURNED' }])
  return true
}
