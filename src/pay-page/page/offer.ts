// What a checkout offers, before a buyer has chosen anything.
import type { Checkout } from '#checkout/checkout.ts'
import type { Checkouts } from '#checkout/feature.ts'
import { Failure } from '#kernel/failure.ts'
import { ZERO } from '#kernel/money.ts'
import type { Order } from './summary.ts'

/** With the seller's own quantities. */
export function offerOf(checkouts: Pick<Checkouts, 'price'>, checkout: Checkout): Order {
  const { title, openAmount } = checkout
  if (openAmount !== null)
    return { items: [{ title, unitPrice: null, quantity: 1 }], shipping: ZERO, discount: ZERO, amount: null }
  const priced = checkouts.price(checkout, { quantities: [], openAmount: null })
  if (priced instanceof Failure) throw new Error(`a checkout that cannot be sold is stored: ${priced.message}`)
  return priced
}
