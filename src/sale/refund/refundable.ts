// What may be refunded of a sale at this moment, for whoever offers it to people. The request decides anew, under the locks.
import type { Database } from '#db/postgres.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { saleKeyText } from '../dispute/standing.ts'
import type { Sale } from '../sale.ts'
import { leftToRefund, type RefundedTotals, type RefundObstacle } from './sale-refund.ts'
import { findPayment, findRefundedTotals } from './sale-refund-store.ts'

export interface Refundable {
  /** Cents. */
  amount: number
  /** Why nothing is; null where something is. */
  because: RefundObstacle | null
}

export async function refundableOf(db: Database, sale: Sale, now: Date): Promise<Refundable> {
  if (sale.status !== 'PAGO') return { amount: 0, because: 'STATUS' }
  const left = await db.transaction(async tx => {
    const payment = await findPayment(tx, sale)
    const refunded = (await findRefundedTotals(tx, [sale])).get(saleKeyText(sale)) as RefundedTotals
    return leftToRefund(sale, payment?.paidAt ?? now, refunded, now)
  })
  return typeof left === 'string' ? { amount: 0, because: left } : { amount: toCentsNumber(left), because: null }
}
