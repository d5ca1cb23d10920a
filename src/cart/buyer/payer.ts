// By which methods a cart can be paid now, and what each takes of its buyer beside what the cart knows. That is asked for at the pay step, only
// as far as the cart does not have it, and belongs to the sale: the cart does not keep it.

import type { FoundCheckout } from '#checkout/feature.ts'
import { type Failure, invalid } from '#kernel/failure.ts'
import type { CheckoutMethod } from '#kernel/terms/checkout-methods.ts'
import type { Address } from '#psp/collect/port.ts'
import type { Customer } from '#sale/sale.ts'
import type { Cart, CartCustomer, DeliveryAddress } from '../cart.ts'
import { customerIn, customerProblems } from '../customer.ts'
import { addressIn, addressProblems } from './delivery.ts'

/** As typed; of what is not asked for nothing is read. */
export interface PayerFields {
  document: string
  email: string
  phone: string
  address: DeliveryAddress
}

export type PayerDetail = 'document' | 'email' | 'phone' | 'address'

/** The methods that are offered now, each with what is still to be asked of the buyer. */
export type WaysToPay = Partial<Record<CheckoutMethod, readonly PayerDetail[]>>

type Buying = Pick<Cart, 'customer' | 'address' | 'amount'>
type Selling = Pick<FoundCheckout, 'checkout' | 'boleto' | 'card' | 'transfer'>

export function waysToPay(cart: Buying, found: Selling): WaysToPay {
  const ways = found.checkout.methods.flatMap(method => {
    const required = requiredOf(method, cart.amount, found)
    return required === null ? [] : [[method, missingOf(cart, required)] as const]
  })
  return Object.fromEntries(ways)
}

/** null: this amount cannot be paid so, here and now. */
function requiredOf(
  method: CheckoutMethod,
  amount: Cart['amount'],
  { boleto, card, transfer }: Selling,
): readonly PayerDetail[] | null {
  switch (method) {
    case 'PIX':
      return []
    case 'BOLETO':
      return boleto === null || amount < boleto.minimum ? null : ['document', ...boleto.requiredFields]
    case 'TRANSFER':
      return transfer ? ['document'] : null
    default:
      return card?.methods.includes(method) && card.maxInstallments(method, amount) > 0
        ? ['document', ...card.requiredFields]
        : null
  }
}

const missingOf = ({ customer, address }: Buying, required: readonly PayerDetail[]): PayerDetail[] =>
  required.filter(need => (need === 'address' ? address === null : customer[need] === ''))

/** Everything that is wrong with it, in the order of the form. */
export function payerProblems(cart: Cart, needed: readonly PayerDetail[], typed: PayerFields): Failure[] {
  const missing = needed.filter(need => need !== 'address' && typed[need].trim() === '')
  const wrong = customerProblems(customerText(cart, needed, typed)).filter(({ message }) => !isNamed(message, missing))
  const customer = [...missing.map(need => invalid(`customer.${need}`, 'something, not blanks')), ...wrong]
  return needed.includes('address') ? [...customer, ...addressProblems(typed.address)] : customer
}

const isNamed = (message: string, needed: readonly PayerDetail[]) =>
  needed.some(need => message.startsWith(`customer.${need}:`))

const customerText = ({ customer }: Cart, needed: readonly PayerDetail[], typed: PayerFields): CartCustomer => ({
  name: customer.name,
  email: needed.includes('email') ? typed.email : customer.email,
  phone: needed.includes('phone') ? typed.phone : customer.phone,
  document: needed.includes('document') ? typed.document : customer.document,
})

/** Who pays, by what the cart knows and what was typed. */
export function payerOf(
  cart: Cart,
  needed: readonly PayerDetail[],
  typed: PayerFields,
): { customer: Customer; address: Address | null } | Failure {
  const customer = customerIn(customerText(cart, needed, typed), { needsDocument: true })
  if (!('name' in customer)) return customer
  const address = needed.includes('address') ? addressIn(typed.address) : cart.address
  return address !== null && !('street' in address) ? address : { customer, address }
}
