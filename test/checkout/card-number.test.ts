// A card's number that a seller sends where none belongs: refused by its field, stored in no table.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { LINK, linkOf, SHIRT } from '../cart/shopping.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { formsOf, tablesWith } from '../pay-page/card-number.ts'

const NUMBER = '4000000000000010'
const PRINTED = '4000 0000 0000 0010'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await openTestGateway()
  shop = await openShop(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

const CART = {
  customer: { name: 'Ana Souza', email: 'ana@example.com' },
  items: [SHIRT],
  recoveryUrl: 'https://loja.example/c/1',
}
const SALE = {
  amount: 100_00,
  paymentMethod: 'CREDIT_CARD',
  customer: { name: 'Ana Souza', document: '52998224725', email: 'ana@example.com' },
  items: [{ title: 'Livro', unitPrice: 100_00, quantity: 1 }],
}
const DEBIT = { ...SALE, paymentMethod: 'DEBIT_CARD', card: { token: 'tok' } }
const titled = (title: string) => [{ ...SHIRT, title }]

const BODIES: [path: string, body: object, field: string][] = [
  ['/api/payment-links', { ...LINK, title: `Cartão ${PRINTED}` }, 'title'],
  ['/api/checkouts', { items: [SHIRT], metadata: { note: NUMBER } }, 'metadata.note'],
  ['/api/checkouts', { items: titled(NUMBER) }, 'items.0.title'],
  ['/api/carts', { ...CART, customer: { ...CART.customer, name: `Ana ${NUMBER}` } }, 'customer.name'],
  ['/api/carts', { ...CART, utm: { [NUMBER]: 'x' } }, 'utm'],
  ['/api/transactions', { ...SALE, card: { token: NUMBER } }, 'card.token'],
  [
    '/api/transactions',
    { ...SALE, items: [{ title: `4000-0000-0000-0010`, unitPrice: 100_00, quantity: 1 }] },
    'items.0.title',
  ],
  ['/api/transactions', { ...SALE, paymentMethod: 'PIX', card: { number: NUMBER } }, 'card.number'],
  ['/api/transactions', { ...SALE, paymentMethod: 'DEBIT_CARD', card: { token: PRINTED } }, 'card.token'],
  ['/api/transactions', { ...DEBIT, customer: { ...SALE.customer, name: `Ana ${NUMBER}` } }, 'customer.name'],
  ['/api/transactions', { ...DEBIT, boleto: { message: NUMBER } }, 'boleto.message'],
  ['/api/transactions', { ...DEBIT, shipping: { note: { text: [NUMBER] } } }, 'shipping.note.text.0'],
  ['/api/transactions', { ...DEBIT, returnUrl: `https://loja.example/volta?n=${NUMBER}` }, 'returnUrl'],
  ['/api/transactions', { ...DEBIT, unknown: Number(NUMBER) }, 'unknown'],
]

describe('the number of a card', () => {
  for (const [path, body, field] of BODIES)
    it(`is refused in ${field} of ${path}`, async () => {
      const answer = await shop.seller.api('POST', path, body, { 'idempotency-key': `${path}-${field}` })
      assert.deepEqual([answer.status, answer.body.error], [400, 'INVALID_DATA'], answer.text)
      assert.match(answer.body.message, new RegExp(`^${field}: has the number of a card`))
      assert.doesNotMatch(answer.text, /4000.?0000/)
    })

  it('is refused in a change of a link', async () => {
    const { id } = await linkOf(shop.seller)
    const answer = await shop.seller.api('PATCH', `/api/payment-links/${id}`, { thankYou: PRINTED })
    assert.deepEqual([answer.status, answer.body.message?.slice(0, 9)], [400, 'thankYou:'])
  })

  it('is no phone and no document', async () => {
    for (const field of ['phone', 'document']) {
      const customer = { ...SALE.customer, [field]: NUMBER }
      const answer = await shop.seller.api(
        'POST',
        '/api/transactions',
        { ...DEBIT, customer },
        { 'idempotency-key': field },
      )
      assert.equal(answer.status, 400, `${field}: ${answer.text}`)
      assert.doesNotMatch(answer.text, /4000.?0000/)
    }
  })

  it('is stored nowhere', async () => {
    assert.deepEqual(await tablesWith(gateway.db, [...formsOf(NUMBER), NUMBER.replace(/(\d{4})(?=\d)/g, '$1-')]), [])
    // What is stored as bytes is found as well: bodies of events.
    await shop.seller.sell(10_00, { customer: { name: 'Ana Achada' } })
    const found = await tablesWith(gateway.db, ['Ana Achada'])
    assert.ok(
      found.some(table => table.startsWith('public.event')),
      found.join(', '),
    )
  })

  it('is not what a document, a token or a boleto has', async () => {
    const { status, body } = await shop.seller.api('POST', '/api/transactions', {
      ...SALE,
      card: { token: '47f13d72c883c1547ae4a0df11eb46194f333f85' },
    })
    assert.deepEqual([status, body.errorType], [422, 'GENERAL_ERROR'])
  })
})
