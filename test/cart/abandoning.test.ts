// Carts that are left: told as abandoned once, never after a payment, recovered in the commit that books the money.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { startForgetting } from '#cart/privacy/forget.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { register } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { pullAll, type Query } from '../notification/puller.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { refunded } from '../sale/refunding.ts'
import { at } from '../sale/selling.ts'
import { until } from '../until.ts'
import {
  ANA,
  cartEventTypes,
  cartOf,
  charged,
  contact,
  linkOf,
  reachesState,
  refusalOf,
  SHIRT,
  screenOf,
} from './shopping.ts'

const EVERYTHING_ELSE = [
  'sale.pending',
  'sale.paid',
  'sale.refused',
  'sale.canceled',
  'sale.refunded',
  'refund.completed',
]
const IDLE_MS = HOUR_MS + MINUTE_MS

let gateway: TestGateway
let receiver: Receiver
let shop: Shop
before(async () => {
  gateway = await openTestGateway()
  receiver = await openReceiver()
  shop = await openShop(gateway)
  await shop.signed({ url: `${receiver.url}/carts` }, ['cart.abandoned', 'cart.recovered'])
  await shop.signed({ url: `${receiver.url}/sales` }, EVERYTHING_ELSE)
})
after(async () => {
  await gateway[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const reported = (uuid: string) => receiver.received.filter(({ path, body }) => path === '/carts' && body.uuid === uuid)
/** What a gateway with that setting does so many days after that: one round of its loop, which is waited for. */
async function forgets(since: string, days: number, keepDays = 30): Promise<void> {
  const clock = () => new Date(Date.parse(since) + days * DAY_MS)
  const forgetting = startForgetting({ db: gateway.db, clock, log: pino({ level: 'silent' }), keepDays })
  forgetting.wake()
  await forgetting.stop()
}

const buyer = (name: string) => ({ customer: { ...ANA, email: `${name}@example.com` } })

describe('a cart that is left', () => {
  it('is told as abandoned to who chose that, with a way back, and as recovered when it is paid', async () => {
    const link = await linkOf(shop.seller, { externalReference: 'pedido-89' })
    const opened = await contact(gateway, link, { ...buyer('left'), utm: { source: 'boletim' } })
    gateway.advance(IDLE_MS)
    await reachesState(shop.seller, opened, 'ABANDONED')
    const [abandoned] = await until(
      () => (reported(opened.cart.uuid).length === 1 ? reported(opened.cart.uuid) : null),
      'it',
    )
    assert.equal(abandoned?.headers['x-service-event-type'], 'cart.abandoned')
    const { recoveryUrl, abandonedAt, date, id, ...body } = abandoned?.body ?? {}
    assert.deepEqual(body, {
      uuid: opened.cart.uuid,
      userId: shop.person.accountId,
      type: 'CART',
      status: 'ABANDONED',
      amount: '15000',
      recoveredAt: null,
      checkoutId: link.uuid,
      externalReference: 'pedido-89',
      marketingConsent: false,
      customerName: ANA.name,
      customerEmail: 'left@example.com',
      customerPhone: ANA.phone,
      customerDocument: '',
      cartItems: [{ id: 1, title: 'Camiseta', unitPrice: '15000', quantity: 1, tangible: false }],
      transactionId: null,
      saleUuid: null,
      utm: { source: 'boletim' },
    })
    assert.ok(abandonedAt > date && id > 0)

    const token = new URL(recoveryUrl).pathname.split('/r/')[1] ?? ''
    assert.equal((await cartOf(shop.seller, opened)).recoveryUrl, recoveryUrl)
    const way = await gateway.gateway.carts.openRecovery(token)
    assert.deepEqual([way?.amount, way?.masked.email, way?.priceNow], [150_00n, 'l•••@e•••.com', 150_00n])
    const again = await gateway.gateway.carts.goOnWithRecovery(token)
    assert.ok('token' in again, refusalOf(again))
    const sale = await charged(gateway, again)
    await gateway.pay(sale.brCode ?? '')
    await reachesState(shop.seller, opened, 'RECOVERED')
    const [, recovered] = await until(
      () => (reported(opened.cart.uuid).length === 2 ? reported(opened.cart.uuid) : null),
      'both',
    )
    assert.deepEqual(
      [recovered?.headers['x-service-event-type'], recovered?.body.saleUuid, recovered?.body.recoveryUrl],
      ['cart.recovered', sale.uuid, null],
    )
    assert.equal(recovered?.body.transactionId, Number(sale.id))
    // Paid: the way back leads nowhere, as one that never was.
    assert.deepEqual(
      [await gateway.gateway.carts.openRecovery(token), await gateway.gateway.carts.openRecovery('x')],
      [null, null],
    )
    const others = receiver.received
      .filter(({ path }) => path === '/sales')
      .map(({ headers }) => headers['x-service-event-type'])
    assert.ok(!others.some(type => String(type).startsWith('cart.')), others.join())
  })

  it('is in GET /api/events only for who asks for carts', async () => {
    const ofCarts = async (query: Query) => {
      const { data } = await pullAll(shop.seller, { limit: 100, ...query })
      return data.map(({ type }) => type).filter(type => type.startsWith('cart.'))
    }
    const seen = await until(async () => {
      const types = await ofCarts({ carts: true })
      return types.length > 1 ? types : null
    }, 'the events of the cart')
    assert.deepEqual(seen, ['cart.abandoned', 'cart.recovered'])
    assert.deepEqual(await ofCarts({}), [])
    assert.deepEqual(await ofCarts({ type: 'cart.abandoned' }), [])
  })

  it('is told of once, however often its buyer comes back and leaves again', async () => {
    const link = await linkOf(shop.seller)
    const opened = await contact(gateway, link, buyer('often'))
    gateway.advance(IDLE_MS)
    await reachesState(shop.seller, opened, 'ABANDONED')
    for (const _time of [1, 2]) {
      const again = await contact(gateway, link, buyer('often'))
      assert.equal(again.cart.uuid, opened.cart.uuid)
      gateway.advance(IDLE_MS)
    }
    const other = await contact(gateway, link, buyer('marker'))
    gateway.advance(IDLE_MS)
    await reachesState(shop.seller, other, 'ABANDONED')
    assert.equal((await cartOf(shop.seller, opened)).state, 'ABANDONED')
    const ofIt = (await cartEventTypes(gateway, shop.seller, opened.cart.id)).length
    assert.equal(ofIt, 1)
  })

  it('is never abandoned where the checkout says so, and ends after thirty days', async () => {
    const opened = await contact(gateway, await linkOf(shop.seller, { abandonAfterSeconds: null }), buyer('never'))
    gateway.advance(29 * 24 * HOUR_MS)
    assert.equal((await cartOf(shop.seller, opened)).state, 'OPEN')
    gateway.advance(25 * HOUR_MS)
    await reachesState(shop.seller, opened, 'EXPIRED')
    assert.equal(await screenOf(gateway, opened), 'CLOSED')
  })
})

describe('a cart that is paid', () => {
  it('with money that comes late, after it had expired: it is RECOVERED', async () => {
    const opened = await contact(gateway, await linkOf(shop.seller), buyer('late'))
    const sale = await charged(gateway, opened)
    gateway.advance(IDLE_MS)
    await reachesState(shop.seller, opened, 'ABANDONED')
    await shop.seller.reaches(at(sale), 'CANCELADO')
    gateway.advance(31 * 24 * HOUR_MS)
    await reachesState(shop.seller, opened, 'EXPIRED')
    await gateway.pay(sale.brCode ?? '', { late: true })
    await reachesState(shop.seller, opened, 'RECOVERED')
    await until(() => reported(opened.cart.uuid).length === 2 || null, 'both to be told')
    await refunded(shop.seller, sale)
    assert.equal((await cartOf(shop.seller, opened)).state, 'RECOVERED', 'a refund changes nothing of it')
  })
})

it('a cart whose callback is lost is COMPLETED and told of by nobody: the PSP is asked before it is abandoned', async () => {
  await using quiet = await openTestGateway({ bank: { latencyMs: 3_600_000 } })
  const seller = await quiet.seller()
  const opened = await contact(quiet, await linkOf(seller, { pix: { expiresInSeconds: 86_400 } }))
  const sale = await charged(quiet, opened)
  assert.equal((await quiet.pay(sale.brCode ?? '')).status, 201)
  quiet.advance(IDLE_MS)
  await reachesState(seller, opened, 'COMPLETED')
  assert.deepEqual(await cartEventTypes(quiet, seller), [])
})

describe('who the buyer was', () => {
  it('is forgotten thirty days after the end, and at once when the owner is asked to', async () => {
    const opened = await contact(gateway, await linkOf(shop.seller), buyer('forgotten'))
    const path = `/api/account/carts/${opened.cart.uuid}/erase`
    const erased = await shop.person.call('POST', path)
    assert.deepEqual([erased.status, erased.body.customerName, erased.body.state], [202, '', 'EXPIRED'], erased.text)
    const stranger = await register(gateway)
    assert.equal((await stranger.call('POST', path)).status, 404)

    const paid = await contact(gateway, await linkOf(shop.seller), buyer('paid'))
    const sale = await charged(gateway, paid)
    await gateway.pay(sale.brCode ?? '')
    await reachesState(shop.seller, paid, 'COMPLETED')
    const { endedAt } = await cartOf(shop.seller, paid)
    const erasedAt = async () => (await cartOf(shop.seller, paid)).erasedAt
    await forgets(endedAt, 29.9)
    assert.equal(await erasedAt(), null)
    await forgets(endedAt, 30.1)
    assert.notEqual(await erasedAt(), null)
    const [left] = await gateway.db.query<{ text: string }>(sql`
      select concat(customer_name, customer_email, customer_phone, customer_document, address) as text from cart
      where uuid = ${paid.cart.uuid}`)
    assert.equal(left?.text, '')
  })

  it('is forgotten of a session that nobody opened, and of one that its seller ended, as long after as is set', async () => {
    const customer = { name: 'Ana Souza', email: 'ana@example.com' }
    const { seller } = shop
    const session = async (days: number) =>
      (await seller.api('POST', '/api/checkouts', { items: [SHIRT], customer, expiresInSeconds: days * 86_400 })).body
    const [unopened, ended, later] = [await session(10), await session(10), await session(12)]
    await seller.api('POST', `/api/checkouts/${ended.uuid}/expire`)
    const known = async () => {
      const rows = await gateway.db.query<{ uuid: string }>(sql`
        select uuid from checkout where prefill is not null and account_id = ${seller.accountId} order by id`)
      return rows.map(({ uuid }) => uuid)
    }
    await forgets(ended.createdAt, 1.9, 2)
    assert.deepEqual(await known(), [unopened.uuid, ended.uuid, later.uuid])
    await forgets(ended.createdAt, 2.1, 2)
    assert.deepEqual(await known(), [unopened.uuid, later.uuid])
    await forgets(ended.createdAt, 12.1, 2)
    assert.deepEqual(await known(), [later.uuid])
  })
})

describe('a cart of the seller’s own shop', () => {
  const body = { customer: ANA, items: [SHIRT], recoveryUrl: 'https://loja.example/c/1', externalReference: 'c-1' }

  it('is opened, replaced and closed by API, and told of with the shop’s own way back', async () => {
    const made = await shop.seller.api('POST', '/api/carts', body)
    assert.deepEqual([made.status, made.body.state, made.body.amount], [201, 'OPEN', '15000'], made.text)
    const taken = await shop.seller.api('POST', '/api/carts', body)
    assert.equal(taken.status, 409)
    assert.equal(taken.body.message, `externalReference: already names the cart ${made.body.uuid}`)
    const path = `/api/carts/${made.body.uuid}`
    const replaced = await shop.seller.api('PUT', path, { ...body, items: [SHIRT, SHIRT] })
    assert.deepEqual([replaced.status, replaced.body.amount], [200, '30000'])
    gateway.advance(IDLE_MS)
    const [abandoned] = await until(
      () => (reported(made.body.uuid).length === 1 ? reported(made.body.uuid) : null),
      'it',
    )
    assert.deepEqual([abandoned?.body.recoveryUrl, abandoned?.body.checkoutId], [body.recoveryUrl, null])
    const closed = await shop.seller.api('POST', `${path}/close`)
    assert.deepEqual([closed.status, closed.body.state], [202, 'EXPIRED'])
    assert.equal((await shop.seller.api('PUT', path, body)).status, 409)
  })

  it('is refused with the field: 400; another account’s is not found: 404; as cartId it is 409, as one that never was', async () => {
    for (const [field, wrong] of [
      ['recoveryUrl', { ...body, recoveryUrl: 'javascript:alert(1)' }],
      ['recoveryUrl', { ...body, recoveryUrl: '//evil.example' }],
      ['recoveryUrl', { ...body, recoveryUrl: 'https://a@evil.example' }],
      ['customer.email', { ...body, customer: { name: 'Ana' } }],
      ['items', { ...body, items: [] }],
      ['state', { ...body, state: 'OPEN' }],
    ] as const) {
      const answer = await shop.seller.api('POST', '/api/carts', wrong)
      assert.deepEqual([answer.status, answer.body.message.startsWith(field)], [400, true], answer.text)
    }
    const own = (await shop.seller.api('POST', '/api/carts', { ...body, externalReference: 'c-2' })).body
    const other = await gateway.seller()
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/close'],
    ] as const)
      assert.equal((await other.api(method, `/api/carts/${own.uuid}${path}`)).status, 404)
    const sale = { amount: 1_00, paymentMethod: 'PIX', customer: { name: 'Ana' }, items: [SHIRT] }
    const foreign = await other.api('POST', '/api/transactions', { ...sale, cartId: own.uuid })
    const unknown = await other.api('POST', '/api/transactions', {
      ...sale,
      cartId: 'f0000000-0000-4000-8000-000000000000',
    })
    assert.deepEqual([foreign.status, foreign.body], [409, unknown.body])
  })
})

it('the books are right after all that', async () => {
  assert.ok((await cartEventTypes(gateway, shop.seller)).length > 5)
  await assertBooks(gateway)
})
