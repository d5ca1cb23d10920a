// The delivery step: where the goods go.
import { isState } from '#kernel/address/states.ts'
import { hasCardNumber, StrayCardNumber } from '#kernel/card/stray-number.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { type Cart, type DeliveryAddress, isOpen } from '../cart.ts'
import type { CartDeps } from '../deps.ts'
import { CLOSED, CODE_IS_OPEN } from '../refusals.ts'
import { hasOpenSale } from '../stock-store.ts'
import { lockCart, updateCart } from '../store.ts'
import { findBuyersCart } from './found.ts'

const CONTROL = /\p{Cc}/u
const MAX_CHARACTERS: Partial<Record<keyof DeliveryAddress, number>> = {
  street: 200,
  number: 20,
  complement: 100,
  district: 100,
  city: 100,
}
const OPTIONAL: ReadonlySet<string> = new Set(['complement'])

/** `typed` is as the form has it; the zip code with or without its dash. */
export async function submitDelivery(deps: CartDeps, token: string, typed: DeliveryAddress): Promise<Cart | Failure> {
  const address = addressIn(typed)
  if (address instanceof Failure) return address
  const own = await findBuyersCart(deps, token)
  if (own === null) return notFound('Cart')
  if (own.found.selling === 'CLOSED') return CLOSED
  return deps.db.transaction(async tx => {
    const cart = await lockCart(tx, own.cart.accountId, { number: own.cart.id })
    if (cart === null) return notFound('Cart')
    if (!isOpen(cart)) return CLOSED
    // The seller has been told already where that goes.
    if (await hasOpenSale(tx, cart)) return CODE_IS_OPEN
    const next: Cart = { ...cart, address, revision: cart.revision + 1, lastActivityAt: deps.clock() }
    await updateCart(tx, next)
    return next
  })
}

/** Everything that is wrong with an address, in the order of the form. */
export function addressProblems(typed: DeliveryAddress): Failure[] {
  const address = trimmed(typed)
  return FIELDS.map(field => problemOf(field, address[field])).filter(problem => problem !== null)
}

const FIELDS: readonly (keyof DeliveryAddress)[] = [
  'zipCode',
  'street',
  'number',
  'complement',
  'district',
  'city',
  'state',
]

export function addressIn(typed: DeliveryAddress): DeliveryAddress | Failure {
  const [refused] = addressProblems(typed)
  return refused ?? trimmed(typed)
}

const trimmed = (typed: DeliveryAddress): DeliveryAddress => ({
  zipCode: typed.zipCode.replace(/[\s.-]/g, ''),
  street: typed.street.trim(),
  number: typed.number.trim(),
  complement: typed.complement.trim(),
  district: typed.district.trim(),
  city: typed.city.trim(),
  state: typed.state.trim().toUpperCase(),
})

function problemOf(field: keyof DeliveryAddress, text: string): Failure | null {
  if (hasCardNumber(text)) return new StrayCardNumber(field)
  if (field === 'zipCode') return /^[0-9]{8}$/.test(text) ? null : invalid(field, 'a CEP of 8 digits')
  if (field === 'state') return isState(text) ? null : invalid(field, 'the two letters of a state of Brazil')
  const max = MAX_CHARACTERS[field] ?? 0
  if (text.length > max || CONTROL.test(text)) return invalid(field, `at most ${max} characters`)
  return text === '' && !OPTIONAL.has(field) ? invalid(field, 'something, not blanks') : null
}
