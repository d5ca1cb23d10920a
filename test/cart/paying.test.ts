// From a payment link to a cart that is paid: the whole way of a buyer, with real money of the sandbox bank.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { at, receiptsOf } from '../sale/selling.ts'
import { until } from '../until.ts'
import {
  ANA,
  cartEventTypes,
  cartOf,
  charge,
  charged,
  contact,
  linkOf,
  reachesState,
  refusalOf,
  SHIRT,
  salesOf,
  screenOf,
} from './shopping.ts'

let gateway: TestGateway
let shop: Seller
before(async () => {
  gateway = await openTestGateway()
  shop = await gateway.seller()
})
after(() => gateway[Symbol.asyncDispose]())

describe('a buyer of a payment link', () => {
  it('gives a contact, gets a code, pays it, and the cart is COMPLETED with the sale', async () => {
    const link = await linkOf(shop)
    const opened = await contact(gateway, link)
    assert.deepEqual([await screenOf(gateway, opened), (await cartOf(shop, opened)).state], ['PAY', 'OPEN'])
    const sale = await charged(gateway, opened)
    assert.deepEqual([sale.amount, sale.customer.email, sale.items[0]?.title], [150_00n, ANA.email, SHIRT.title])
    await gateway.pay(sale.brCode ?? '')
    await shop.reaches(at(sale), 'PAGO')
    const cart = await cartOf(shop, opened)
    assert.deepEqual([cart.state, cart.transactionId, cart.saleUuid], ['COMPLETED', Number(sale.id), sale.uuid])
    assert.equal(await screenOf(gateway, opened), 'PAID')
    const { body } = await shop.api('GET', `/api/payment-links/${link.uuid}`)
    assert.deepEqual([body.sold, body.reserved], [1, 0])
    assert.deepEqual(await cartEventTypes(gateway, shop), [])
  })

  it('is charged once for a double click, and shown the same code in a second tab', async () => {
    const opened = await contact(gateway, await linkOf(shop))
    const before = (await salesOf(gateway, shop)).length
    const attempt = randomUUID()
    const views = await Promise.all([1, 2, 3].map(() => charge(gateway, opened, { attempt })))
    assert.ok(
      views.every(view => 'screen' in view),
      views.map(refusalOf).join(),
    )
    const second = await charge(gateway, opened)
    assert.ok('screen' in second && second.screen.kind === 'PIX', refusalOf(second))
    await Promise.all([1, 2, 3].map(() => charge(gateway, opened)))
    assert.equal((await salesOf(gateway, shop)).length, before + 1)
  })

  it('cannot change what it costs: another total, quantities out of bounds, an amount', async () => {
    const link = await linkOf(shop, { items: [{ ...SHIRT, minQuantity: 1, maxQuantity: 3 }, SHIRT] })
    const opened = await contact(gateway, link, { quantities: [2] })
    assert.equal(opened.cart.amount, 450_00n)
    const before = (await salesOf(gateway, shop)).length
    assert.match(refusalOf(await charge(gateway, opened, { total: 1n })), /^CONFLICT/)
    const { carts } = gateway.gateway
    const tampered = [
      [{ quantities: [4] }, /quantities\.0/],
      [{ quantities: [0] }, /quantities\.0/],
      [{ quantities: [1.5] }, /quantities\.0/],
      [{ quantities: [1, 2] }, /quantities\.1/],
      [{ quantities: [1, 1, 1] }, /quantities/],
      [{ openAmount: 1n }, /amount/],
    ] as const
    for (const [choice, field] of tampered) {
      const refused = await carts.submitContact({ slug: link.slug }, { customer: ANA, ...choice } as never)
      assert.match(refusalOf(refused), field, JSON.stringify(Object.keys(choice)))
    }
    assert.equal((await salesOf(gateway, shop)).length, before, 'nothing went to the bank')
  })

  it('names the amount where the seller leaves it open, within its bounds', async () => {
    const link = await linkOf(shop, { items: undefined, openAmount: { min: 5_00, max: 50_00 } })
    for (const openAmount of [undefined, 4_99n, 50_01n]) {
      const refused = await gateway.gateway.carts.submitContact({ slug: link.slug }, {
        customer: ANA,
        openAmount,
      } as never)
      assert.match(refusalOf(refused), /^INVALID_DATA amount/)
    }
    const sale = await charged(gateway, await contact(gateway, link, { openAmount: 20_00n }))
    assert.deepEqual([sale.amount, sale.items[0]?.title], [20_00n, 'Camiseta azul'])
  })

  it('says where the goods go before anything tangible is paid, and the seller gets the address', async () => {
    const opened = await contact(
      gateway,
      await linkOf(shop, { items: [{ ...SHIRT, tangible: true }], shippingAmount: 10_00 }),
    )
    assert.equal(await screenOf(gateway, opened), 'DELIVERY')
    assert.match(refusalOf(await charge(gateway, opened)), /^INVALID_DATA address/)
    const address = {
      zipCode: '01001-000',
      street: 'Rua das Flores',
      number: '220',
      complement: '',
      district: 'Centro',
      city: 'São Paulo',
      state: 'sp',
    }
    for (const [field, wrong] of Object.entries({ zipCode: '123', state: 'XX', street: ' ', city: 'x'.repeat(101) }))
      assert.match(
        refusalOf(await gateway.gateway.carts.submitDelivery(opened.token, { ...address, [field]: wrong })),
        new RegExp(`^INVALID_DATA ${field}`),
      )
    await gateway.gateway.carts.submitDelivery(opened.token, address)
    const sale = await charged(gateway, opened)
    const { body } = await shop.api('GET', at(sale))
    assert.equal(body.amount, 160_00)
    assert.deepEqual(body.shipping, { amount: 10_00, address: { ...address, zipCode: '01001000', state: 'SP' } })
  })

  it('goes on with the cart that was left, at a new address; prices that have changed reach it then', async () => {
    const link = await linkOf(shop)
    const opened = await contact(gateway, link)
    await shop.api('PATCH', `/api/payment-links/${link.uuid}`, { items: [{ ...SHIRT, unitPrice: 170_00 }] })
    assert.equal((await cartOf(shop, opened)).amount, '15000', 'a cart keeps what it was shown')
    const again = await contact(gateway, link, { customer: { ...ANA, name: 'Ana S.', email: 'ANA@example.com' } })
    assert.deepEqual([again.cart.uuid, again.cart.amount], [opened.cart.uuid, 170_00n])
    assert.deepEqual([await screenOf(gateway, opened), await screenOf(gateway, again)], ['none', 'PAY'])
    const other = await contact(gateway, link, { customer: { ...ANA, email: 'bia@example.com' } })
    assert.notEqual(other.cart.uuid, opened.cart.uuid)
  })
})

describe('an address that was typed at the delivery step', () => {
  const stored = async ({ cart }: { cart: { uuid: string } }) =>
    (
      await gateway.db.query<{ address: object | null }>(sql`select address from cart where uuid = ${cart.uuid}::uuid`)
    )[0]?.address
  const ADDRESS = {
    zipCode: '01001000',
    street: 'Praça da Sé',
    number: '1',
    complement: '',
    district: 'Sé',
    city: 'São Paulo',
    state: 'SP',
  }

  it('stays with a buyer who changes the contact, and goes where another only knows the mail address', async () => {
    const link = await linkOf(shop, { items: [{ ...SHIRT, tangible: true }] })
    const opened = await contact(gateway, link)
    await gateway.gateway.carts.submitDelivery(opened.token, ADDRESS)
    const own = await contact(gateway, link, { cartToken: opened.token })
    assert.deepEqual([own.cart.uuid, await stored(own)], [opened.cart.uuid, ADDRESS])
    const other = await contact(gateway, link)
    assert.deepEqual([other.cart.uuid, await stored(other)], [opened.cart.uuid, null])
    assert.equal(await screenOf(gateway, other), 'DELIVERY')
  })
})

describe('a checkout that has ended', () => {
  it('takes no contact and no charge, and a code that is open is still accepted', async () => {
    const link = await linkOf(shop)
    const [open, late] = [
      await contact(gateway, link),
      await contact(gateway, link, { customer: { ...ANA, email: 'l@example.com' } }),
    ]
    const sale = await charged(gateway, open)
    assert.equal((await shop.api('POST', `/api/payment-links/${link.uuid}/archive`)).status, 202)
    assert.match(refusalOf(await charge(gateway, late)), /^CONFLICT/)
    const refused = await gateway.gateway.carts.submitContact({ slug: link.slug }, { customer: ANA })
    assert.match(refusalOf(refused), /^CONFLICT/)
    assert.deepEqual([await screenOf(gateway, open), await screenOf(gateway, late)], ['PIX', 'CLOSED'])
    await gateway.pay(sale.brCode ?? '')
    await reachesState(shop, open, 'COMPLETED')
  })

  it('is a session whose time is over', async () => {
    const made = await shop.api('POST', '/api/checkouts', { items: [SHIRT], expiresInSeconds: 1_800 })
    assert.equal(made.status, 201, made.text)
    const token = made.body.url.split('/s/')[1]
    const opened = await gateway.gateway.carts.submitContact({ token }, { customer: ANA })
    assert.ok('token' in opened, refusalOf(opened))
    gateway.advance(1_801_000)
    assert.deepEqual(
      [(await shop.api('GET', `/api/checkouts/${made.body.id}`)).body.status, await screenOf(gateway, opened)],
      ['EXPIRED', 'CLOSED'],
    )
    assert.match(refusalOf(await charge(gateway, opened)), /^CONFLICT/)
  })
})

describe('two codes of one cart', () => {
  it('that are both paid make one sale PAGO; the other’s money goes back', async () => {
    const { body: cart } = await shop.api('POST', '/api/carts', {
      customer: ANA,
      items: [SHIRT],
      recoveryUrl: 'https://loja.example/carrinho/1',
    })
    const sales = [await shop.sell(150_00, { cartId: cart.uuid }), await shop.sell(150_00, { cartId: cart.uuid })]
    const [first, second] = sales as [(typeof sales)[0], (typeof sales)[0]]
    const before = (await receiptsOf(gateway, shop)).length
    await Promise.all([gateway.pay(first.pixKey), gateway.pay(second.pixKey)])
    const reported = await until(async () => {
      const receipts = (await receiptsOf(gateway, shop)).slice(before).toSorted()
      return receipts.length === 2 && receipts[1]?.startsWith('RETURNED') ? receipts : null
    }, 'the second money to be back')
    assert.deepEqual(reported, ['ACCEPTED 15000', 'RETURNED 15000 CART_PAID'])
    const { state, saleUuid } = (await shop.api('GET', `/api/carts/${cart.uuid}`)).body
    assert.deepEqual([state, [first.uuid, second.uuid].includes(saleUuid)], ['COMPLETED', true])
    await shop.reaches(at({ uuid: saleUuid === first.uuid ? second.uuid : first.uuid }), 'CANCELADO')
    const third = await shop.api('POST', '/api/transactions', {
      amount: 150_00,
      paymentMethod: 'PIX',
      customer: { name: 'Ana' },
      items: [SHIRT],
      cartId: cart.uuid,
    })
    assert.deepEqual([third.status, third.body.error], [409, 'CONFLICT'])
  })
})

it('the books are right after all that', () => assertBooks(gateway))
