// What a boleto takes beside what a cart knows of its buyer: a document, and what the provider needs. Asked for at the pay step, and
// only as far as the cart does not have it.
import type { BoletoRequest } from '#charge/request.ts'
import type { FoundCheckout } from '#checkout/feature.ts'
import { type Failure, invalid } from '#kernel/failure.ts'
import type { SaleOrder } from '#sale/begin.ts'
import type { Cart, CartCustomer, DeliveryAddress } from '../cart.ts'
import { customerIn, customerProblems } from '../customer.ts'
import { addressIn, addressProblems } from './delivery.ts'

/** As typed; of what is not asked for nothing is read. */
export interface BoletoFields {
  document: string
  email: string
  phone: string
  address: DeliveryAddress
}

export type BoletoDetail = 'document' | 'email' | 'phone' | 'address'

/** null: this cart cannot be paid by boleto. */
export function boletoDetailsOf(
  { customer, address, amount }: Pick<Cart, 'customer' | 'address' | 'amount'>,
  { boleto }: Pick<FoundCheckout, 'boleto'>,
): BoletoDetail[] | null {
  if (boleto === null || amount < boleto.minimum) return null
  const needs: BoletoDetail[] = ['document', ...boleto.needs]
  return needs.filter(need => (need === 'address' ? address === null : customer[need] === ''))
}

/** Everything that is wrong with it, in the order of the form. */
export function boletoProblems(cart: Cart, needs: readonly BoletoDetail[], typed: BoletoFields): Failure[] {
  const missing = needs.filter(need => need !== 'address' && typed[need].trim() === '')
  const wrong = customerProblems(customerText(cart, needs, typed)).filter(({ message }) => !isNamed(message, missing))
  const customer = [...missing.map(need => invalid(`customer.${need}`, 'something, not blanks')), ...wrong]
  return needs.includes('address') ? [...customer, ...addressProblems(typed.address)] : customer
}

const isNamed = (message: string, needs: readonly BoletoDetail[]) =>
  needs.some(need => message.startsWith(`customer.${need}:`))

const customerText = ({ customer }: Cart, needs: readonly BoletoDetail[], typed: BoletoFields): CartCustomer => ({
  name: customer.name,
  email: needs.includes('email') ? typed.email : customer.email,
  phone: needs.includes('phone') ? typed.phone : customer.phone,
  document: needs.includes('document') ? typed.document : customer.document,
})

const DUE_IN_DAYS = 3

export function boletoRequestOf(
  cart: Cart,
  needs: readonly BoletoDetail[],
  typed: BoletoFields,
  order: SaleOrder,
): BoletoRequest | Failure {
  const customer = customerIn(customerText(cart, needs, typed), { needsDocument: true })
  if (!('name' in customer)) return customer
  const address = needs.includes('address') ? addressIn(typed.address) : cart.address
  if (address !== null && !('street' in address)) return address
  return {
    ...order,
    customer,
    address,
    boleto: {
      dueDate: null,
      dueInDays: DUE_IN_DAYS,
      payableDaysAfterDue: 0,
      fineBasisPoints: 0,
      interestMonthlyBasisPoints: 0,
      message: null,
    },
    cart: { uuid: cart.uuid, revision: cart.revision },
  }
}
