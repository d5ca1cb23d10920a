// A card that is approved for a cart which was paid by Pix meanwhile: no sale accepts it.
import assert from 'node:assert/strict'
import { ANA } from '../../cart/shopping.ts'
import type { Seller } from '../../gateway.ts'
import { at, receiptsOf } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import { freshKey, sellByCard } from '../cards.ts'
import type { CardShop, PaidCard } from './shop.ts'

/** A card of R$ 100.00 in review, whose cart was paid by Pix. */
export async function reviewedBeside({ gateway }: CardShop, seller: Seller, more: object = {}): Promise<PaidCard> {
  const items = [{ title: 'Livro', unitPrice: 100_00, quantity: 1 }]
  const cart = { customer: ANA, items, recoveryUrl: 'https://loja.example/c/1', externalReference: freshKey() }
  const made = await seller.api('POST', '/api/carts', cart)
  assert.equal(made.status, 201, made.text)
  const { uuid: cartId } = made.body
  const { body, text } = await sellByCard(gateway, seller, 'reviewed', { cartId, ...more })
  assert.equal(body.status, 'EM_PROCESSAMENTO', text)
  const pix = await seller.sell(100_00, { cartId })
  await gateway.pay(pix.pixKey)
  await seller.reaches(at(pix), 'PAGO')
  return { uuid: body.uuid, id: body.id, chargeId: Number(body.externalTransactionId) }
}

/** It was approved, its sale has ended, and it waits to go back. */
export async function notAccepted(shop: CardShop, seller: Seller): Promise<PaidCard> {
  const sale = await reviewedBeside(shop, seller)
  await reviewed(shop, seller, sale)
  return sale
}

/** The acquirer approves it after all. */
export async function reviewed(shop: CardShop, seller: Seller, sale: PaidCard): Promise<void> {
  await shop.bank('POST', '/sandbox/clock', { advanceSeconds: 31 * 60 })
  await seller.reaches(at(sale), 'FALHA')
  await untilReceipts(shop, seller, 'ACCEPTED 10000', 'RETURNING 10000 CART_PAID')
}

export const untilReceipts = ({ gateway }: CardShop, seller: Seller, ...expected: string[]) =>
  until(async () => `${await receiptsOf(gateway, seller)}` === `${expected}` || null, expected.join(', '))
