// Money of a sale that the PSP sent back by itself is recorded as a refund, once, under whichever of its ids the PSP reports.
// It ends like any other: by what the PSP reports of it, or by a lookup. Where it is of no sale a person has to look.
import type { Refund as PspRefund } from '#psp/port.ts'
import type { SaleDeps } from '../deps.ts'
import { findBooked, lockIncomingPayments } from '../incoming-payment/store.ts'
import { findSale } from '../store.ts'
import type { ReportedReturn } from './apply-reported.ts'
import { newSaleRefund, type SaleRefund } from './refund.ts'
import { findRefundsOfPix, insertRefunds, type KnownRefund, mintRefundId } from './store.ts'
import { findPayment } from './totals-store.ts'

/** What an alert carries about money that the PSP sent back. */
export const returnedParams = (
  of: Pick<PspRefund, 'refundId' | 'rtrId' | 'nature' | 'amount'> & { pspAccountId: number; endToEndId: string },
  booked: boolean,
) => ({
  pspAccountId: of.pspAccountId,
  endToEndId: of.endToEndId,
  refundId: of.refundId,
  rtrId: of.rtrId,
  nature: of.nature,
  amount: of.amount.toString(),
  booked,
})

/** The PSP account that reports, and of which side that is. */
export interface Reporter {
  pspAccountId: number
  isTest: boolean
}

/** null where it is of no sale, or reported by another PSP account than the one that received the payment. */
export async function recordPspInitiated(
  { db, clock, random }: SaleDeps,
  { pspAccountId, isTest }: Reporter,
  { received: { endToEndId }, refund: reported }: ReportedReturn,
): Promise<KnownRefund | null> {
  const booked = (await findBooked(db, [endToEndId], isTest)).get(endToEndId)
  if (booked?.status !== 'ACCEPTED') return null
  return db.transaction(async tx => {
    // Another process with the same report at this moment waits for this lock, and finds the refund.
    const [incomingPayment] = await lockIncomingPayments(tx, [booked])
    if (incomingPayment?.saleId == null || incomingPayment.pspAccountId !== pspAccountId) return null
    const known = (await findRefundsOfPix(tx, [endToEndId])).find(
      one =>
        one.pspRefundId === reported.refundId ||
        one.pspRefundId === reported.earlierId ||
        (reported.rtrId !== null && one.rtrId === reported.rtrId),
    )
    if (known !== undefined) return known
    // Without a lock: a request for a refund of the sale locks the sale first, and may wait for the incoming payment.
    const sale = await findSale(tx, incomingPayment.accountId, { number: incomingPayment.saleId })
    const payment = sale && (await findPayment(tx, sale))
    if (sale === null || payment === null) return null
    const now = clock()
    const { refundId: pspRefundId, amount, nature, rtrId } = reported
    const refund: SaleRefund = {
      ...newSaleRefund({ sale, payment, id: await mintRefundId(tx), amount }, random, now),
      pspRefundId,
      pspInitiated: true,
      nature,
      rtrId,
    }
    await insertRefunds(tx, [{ refund, isKnownToPsp: true, dueAt: now }])
    return { accountId: sale.accountId, pspRefundId, endToEndId, rtrId, status: refund.status, pspInitiated: true }
  })
}
