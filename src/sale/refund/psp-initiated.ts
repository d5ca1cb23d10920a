import { mintUuid } from '#kernel/ids.ts'
import { ZERO } from '#kernel/money.ts'
import type { Refund as PspRefund } from '#psp/port.ts'
import type { SaleDeps } from '../deps.ts'
import { findBooked, lockIncomingPayments } from '../incoming-payment/store.ts'
import { findSale } from '../store.ts'
import type { ToldRefund } from './apply-reported.ts'
import type { SaleRefund } from './sale-refund.ts'
import { findPayment, insertSaleRefund, mintRefundId } from './sale-refund-store.ts'
import { findRefundsOfPix, type KnownRefund } from './store.ts'

/** The alarm about what no dispute explains. */
export const UNSENT = 'money went back that nobody here sent back'

export const unsentOf = (
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

/** null where it is of no sale, or another PSP account than the one that received tells of it. */
export async function recordPspInitiated(
  { db, clock, random }: SaleDeps,
  pspAccountId: number,
  { received: { endToEndId }, refund }: ToldRefund,
): Promise<KnownRefund | null> {
  const booked = (await findBooked(db, [endToEndId])).get(endToEndId)
  if (booked?.status !== 'ACCEPTED') return null
  return db.transaction(async tx => {
    // Whoever is told the same at this moment waits here, and finds it.
    const [incomingPayment] = await lockIncomingPayments(tx, [booked])
    if (incomingPayment?.saleId == null || incomingPayment.pspAccountId !== pspAccountId) return null
    const known = (await findRefundsOfPix(tx, [endToEndId])).find(
      one => one.pspRefundId === refund.refundId || (refund.rtrId !== null && one.rtrId === refund.rtrId),
    )
    if (known !== undefined) return known
    // Not locked: whoever gives money of the sale back at this moment has locked it, and waits for the receipt.
    const sale = await findSale(tx, incomingPayment.accountId, { number: incomingPayment.saleId })
    const payment = sale && (await findPayment(tx, sale))
    if (sale === null || payment === null) return null
    const now = clock()
    const pspInitiated: SaleRefund = {
      accountId: sale.accountId,
      id: await mintRefundId(tx),
      uuid: mintUuid(random),
      saleId: sale.id,
      saleUuid: sale.uuid,
      receiptId: incomingPayment.id,
      pspAccountId,
      endToEndId,
      pspRefundId: refund.refundId,
      amount: refund.amount,
      status: 'PENDING',
      pspInitiated: true,
      nature: refund.nature,
      reason: '',
      externalReference: null,
      askedBy: null,
      holdSeq: null,
      reserve: ZERO,
      disputed: ZERO,
      returnsFee: payment.returnsFee,
      feeReturned: ZERO,
      rtrId: refund.rtrId,
      failure: null,
      version: 0,
      createdAt: now,
      endedAt: null,
    }
    await insertSaleRefund(tx, pspInitiated, 1, now)
    const { accountId, pspRefundId, rtrId, status } = pspInitiated
    return { accountId, pspRefundId, endToEndId, rtrId, status, unasked: true }
  })
}
