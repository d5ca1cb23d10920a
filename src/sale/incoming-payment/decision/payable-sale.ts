// The sale that a credited payment is for, which is paid after all: a cancelled one, or that of a boleto that was paid with more than its
// amount, fine and interest.
import type { Transaction } from '#db/postgres.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
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
export async function payableSaleOf(
  tx: Transaction,
  deps: SaleDeps,
  accountId: number,
  incomingPayment: IncomingPayment,
): Promise<PayableSale | null> {
  const { txid, amount, pspAccountId } = incomingPayment
  if (txid === null) return null
  const [sale] = await lockSales(tx, [{ accountId, txid }])
  if (sale === undefined || sale.pspAccountId !== pspAccountId || !isPaidBy(sale, amount)) return null
  const carts = await deps.carts.lock(tx, [sale])
  return carts.refusalOf(sale) === null ? { sale, carts } : null
}

const isPaidBy = ({ chargeKind, status, amount }: Sale, paid: Centavos): boolean =>
  chargeKind === 'collect'
    ? paid >= amount && (status === 'CANCELADO' || status === 'PENDENTE')
    : paid === amount && status === 'CANCELADO'

/** `payment`: what pays it. */
export async function paySale(
  tx: Transaction,
  { outbox, charges }: SaleDeps,
  { sale, carts }: PayableSale,
  { amount, paidAt }: IncomingPayment,
  at: Date,
): Promise<PendingDeliveries> {
  carts.pay(sale)
  const paid = moved(sale, 'PAGO', at)
  await updateSales(tx, [{ sale: paid, dueAt: null }])
  if (paid.chargeKind === 'collect') await charges.conclude(tx, [{ sale: paid, amount, paidOn: dateAt(paidAt) }], at)
  return (await outbox.write(tx, [...eventsOf(paid), ...(await carts.write(at))], at)).flat()
}
