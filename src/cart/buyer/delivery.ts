// The delivery step: where the goods go.
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { type Cart, type DeliveryAddress, isOpen } from '../cart.ts'
import type { CartDeps } from '../deps.ts'
import { lockCart, updateCart } from '../store.ts'
import { CLOSED } from './contact.ts'
import { findBuyersCart } from './found.ts'

/** The states of Brazil, with its Federal District. */
const STATES = new Set('AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' '))
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
    const next: Cart = { ...cart, address, revision: cart.revision + 1, lastActivityAt: deps.clock() }
    await updateCart(tx, next)
    return next
  })
}

function addressIn(typed: DeliveryAddress): DeliveryAddress | Failure {
  const zipCode = typed.zipCode.replace(/[\s.-]/g, '')
  if (!/^[0-9]{8}$/.test(zipCode)) return invalid('zipCode', 'a CEP of 8 digits')
  const state = typed.state.trim().toUpperCase()
  if (!STATES.has(state)) return invalid('state', 'the two letters of a state of Brazil')
  const texts = { ...typed, zipCode, state }
  for (const [field, max] of Object.entries(MAX_CHARACTERS) as [keyof DeliveryAddress, number][]) {
    const text = typed[field].trim()
    if (text.length > max || CONTROL.test(text)) return invalid(field, `at most ${max} characters`)
    if (text === '' && !OPTIONAL.has(field)) return invalid(field, 'something, not blanks')
    texts[field] = text
  }
  return texts
}
