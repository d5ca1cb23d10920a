// Carts of the shops: left for ten minutes they are abandoned, unless they were paid before, and a buyer who pays later recovers them.
import assert from 'node:assert/strict'
import type { Cart } from './reference.ts'
import { count, type Known, MINUTE_MS, stands, type World } from './world.ts'

const ABANDONED_AFTER_MINUTES = 10
/** A moment is less than a minute, and a handful of moments may have passed since the time at which the cart was to be filled. */
const SURE_MINUTES = 4

const cartAt = (of: Known, cart: Cart): string => `/api/carts/${of.carts.get(cart)}`

export async function fillCart(world: World, of: Known, amount: number): Promise<Cart> {
  const { status, text, body } = await of.seller.api('POST', '/api/carts', {
    customer: { name: 'Maria Silva', email: 'maria@example.com' },
    items: [{ title: 'Camiseta', unitPrice: amount, quantity: 1 }],
    recoveryUrl: 'https://loja.example/carrinho',
    abandonAfterSeconds: ABANDONED_AFTER_MINUTES * 60,
  })
  assert.equal(status, 201, text)
  const cart: Cart = { state: 'OPEN' }
  of.carts.set(cart, body.uuid)
  count(world, 'cart')
  const sure = world.moment + (ABANDONED_AFTER_MINUTES + SURE_MINUTES) * MINUTE_MS
  world.byItself(sure, `a cart of ${of.name} has been left`, () => isLeft(world, of, cart))
  return cart
}

async function isLeft(world: World, of: Known, cart: Cart): Promise<void> {
  if (cart.state !== 'OPEN') return
  cart.state = 'ABANDONED'
  count(world, 'cart abandoned')
  watchCart(of, cart)
  await stands(of, async () => ({ status: (await of.seller.api('GET', cartAt(of, cart))).body.state }), cart.state)
}

/** It is looked at when the day is over. */
export function watchCart(of: Known, cart: Cart): void {
  of.touched.set(cartAt(of, cart), () => cart.state)
}

/** Minutes after which a buyer pays, without those in which the order of events is open. */
export const awayFromAbandonment = (minutes: number): number =>
  minutes >= ABANDONED_AFTER_MINUTES - SURE_MINUTES && minutes <= ABANDONED_AFTER_MINUTES + SURE_MINUTES
    ? ABANDONED_AFTER_MINUTES + SURE_MINUTES + 1
    : minutes
