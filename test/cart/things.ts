// A checkout, a payment link and a cart of a seller, for tests that ask who may come to them.
import type { Scene } from '../audit/scene.ts'

const SHIRT = { title: 'Camiseta', unitPrice: 5_00, quantity: 1 }
export const OWN_CART = {
  customer: { name: 'Ana Souza', email: 'ana@example.com' },
  items: [SHIRT],
  recoveryUrl: 'https://loja.example/carrinho',
}

export const checkoutOf = async ({ shop: { seller } }: Scene): Promise<{ uuid: string }> =>
  (await seller.api('POST', '/api/checkouts', { items: [SHIRT] })).body
export const linkOf = async ({ shop: { seller } }: Scene): Promise<{ uuid: string }> =>
  (await seller.api('POST', '/api/payment-links', { title: 'Camiseta', items: [SHIRT] })).body
/** Of the seller's own shop, which may change it. */
export const cartOf = async ({ shop: { seller } }: Scene): Promise<string> =>
  (await seller.api('POST', '/api/carts', OWN_CART)).body.uuid
