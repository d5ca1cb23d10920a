// The recovery link, which a seller sends to a buyer who has left: GET /r/{token}. It shows what was in the cart and, masked, to whom
// it belongs; going on with it makes a new address of the cart.
import type { FoundCheckout } from '#checkout/feature.ts'
import { hashToken, mintToken } from '#kernel/crypto/token-hash.ts'
import { type Failure, notFound } from '#kernel/failure.ts'
import type { Centavos } from '#kernel/money.ts'
import { maskedContact } from '#kernel/text/masked-contact.ts'
import { type Cart, type CartCustomer, isRecoverable } from '../cart.ts'
import type { CartDeps } from '../deps.ts'
import { hasOpenSale } from '../stock-store.ts'
import { findByRecoveryToken, lockCart, setToken, updateCart } from '../store.ts'
import type { OpenedCart } from './contact.ts'
import { withCheckout } from './found.ts'

export interface Recovery {
  found: FoundCheckout
  items: Cart['items']
  shipping: Centavos
  discount: Centavos
  amount: Centavos
  /** What going on with it costs now, which may be another amount; null: the checkout takes it no more. */
  priceNow: Centavos | null
  /** "m•••@e•••.com" */
  masked: CartCustomer
}

/** Writes nothing. null for every token that leads nowhere: unknown, paid, ended, or too old. */
export async function openRecovery(deps: CartDeps, token: string): Promise<Recovery | null> {
  const own = await recoverable(deps, token)
  if (own === null) return null
  const { cart, found } = own
  const { items, shipping, discount, amount } = cart
  // A code that is open asks for what it asked for before, whatever became of the checkout.
  const now = (await hasOpenSale(deps.db, cart)) ? amount : priceNow(deps, own)
  return { found, items, shipping, discount, amount, priceNow: now, masked: maskedContact(cart.customer) }
}

/**
 * The buyer says "use these data": the cart is gone on with as it is stored, its prices as they are now. The address of delivery is
 * not: who opened the link may be somebody else, and the pay step would show it. With data of their own they submit the contact step
 * after this, with the token that this answers.
 */
export async function goOnWithRecovery(deps: CartDeps, token: string): Promise<OpenedCart | Failure> {
  const own = await recoverable(deps, token)
  if (own === null) return notFound('Cart')
  const fresh = mintToken(deps.random)
  return deps.db.transaction(async tx => {
    const cart = await lockCart(tx, own.cart.accountId, { number: own.cart.id })
    if (cart === null || !isRecoverable(cart, deps.clock())) return notFound('Cart')
    const change = { address: null, revision: cart.revision + 1, lastActivityAt: deps.clock() }
    const prices = (await hasOpenSale(tx, cart)) ? {} : repriced(deps, { ...own, cart })
    const next: Cart = { ...cart, ...prices, ...change }
    await updateCart(tx, next)
    await setToken(tx, next, hashToken(fresh))
    return { token: fresh, cart: next }
  })
}

async function recoverable(deps: CartDeps, token: string) {
  const cart = await findByRecoveryToken(deps.db, hashToken(token))
  if (cart === null || !isRecoverable(cart, deps.clock())) return null
  return withCheckout(deps.checkouts, cart)
}

type OwnCart = { cart: Cart; found: FoundCheckout }

/** The lines of the cart by the offer of now; a cart that fits the offer no more keeps what it was shown. */
function repriced(deps: CartDeps, { cart, found: { checkout } }: OwnCart): Partial<Cart> {
  const isOpenAmount = checkout.openAmount !== null
  const priced = deps.checkouts.price(checkout, {
    quantities: isOpenAmount ? [] : cart.items.map(item => item.quantity),
    openAmount: isOpenAmount ? (cart.items[0]?.unitPrice ?? null) : null,
  })
  if (!('amount' in priced) || priced.amount === cart.amount) return {}
  const { items, shipping, discount, amount } = priced
  return { items, shipping, discount, amount }
}

function priceNow(deps: CartDeps, own: OwnCart): Centavos | null {
  if (own.found.selling !== 'YES') return null
  return repriced(deps, own).amount ?? own.cart.amount
}
