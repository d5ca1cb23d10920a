// A cart that is paid by boleto.
import type { BoletoRequest } from '#charge/request.ts'
import { Failure } from '#kernel/failure.ts'
import type { SaleOrder } from '#sale/begin.ts'
import type { BuyersCart } from './found.ts'
import { type PayerDetail, type PayerFields, payerOf } from './payer.ts'

export function boletoRequestOf(
  { cart, found: { checkout } }: Pick<BuyersCart, 'cart' | 'found'>,
  needed: readonly PayerDetail[],
  typed: PayerFields,
  order: SaleOrder,
): BoletoRequest | Failure {
  const payer = payerOf(cart, needed, typed)
  if (payer instanceof Failure) return payer
  return {
    ...order,
    ...payer,
    boleto: {
      dueDate: null,
      dueInDays: checkout.boletoDueInDays,
      payableDaysAfterDue: 0,
      fineBasisPoints: 0,
      interestMonthlyBasisPoints: 0,
      message: null,
    },
    cart: { uuid: cart.uuid, revision: cart.revision },
  }
}
