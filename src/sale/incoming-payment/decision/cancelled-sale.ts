// The cancelled sale that a credited payment is for: it is paid after all.
import type { Transaction } from '#db/postgres.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { LockedCarts } from '../../cart/carts-of-sales.ts'
import type { SaleDeps } from '../../deps.ts'
import { moved, type Sale } from '../../sale.ts'
import { lockSales, updateSales } from '../../store.ts'
import { eventsOf } from '../../wire.ts'
import type { IncomingPayment } from '../incoming-payment.ts'

export interface PayableSale {
  sale: Sale
  carts: LockedCarts
}

/** A sale lies with one PSP account, and so does what paid it. One whose cart is paid already, or sold out, stays as it is. */
export async function cancelledSaleOf(
  tx: Transaction,
  deps: SaleDeps,
  accountId: number,
  incomingPayment: IncomingPayment,
): Promise<PayableSale | null> {
  const { txid, amount, pspAccountId } = incomingPayment
  if (txid === null) return null
  const [sale] = await lockSales(tx, [{ accountId, txid }])
  const isIts = sale?.amount === amount && sale.pspAccountId === pspAccountId
  if (sale?.status !== 'CANCELADO' || !isIts) return null
  const carts = await deps.carts.lock(tx, [sale])
  return carts.refusalOf(sale) === null ? { sale, carts } : null
}

export async function paySale(
  tx: Transaction,
  { outbox }: SaleDeps,
  { sale, carts }: PayableSale,
  at: Date,
): Promise<PendingDeliveries> {
  carts.pay(sale)
  const paid = moved(sale, 'PAGO', at)
  await updateSales(tx, [{ sale: paid, dueAt: null }])
  return (await outbox.write(tx, [...eventsOf(paid), ...(await carts.write(at))], at)).flat()
}
