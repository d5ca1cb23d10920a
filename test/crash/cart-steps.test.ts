// A process dies, or is failed, at every single step of booking the money of a sale that pays a cart. Money and cart are one commit: the
// cart is paid exactly where the sale is, and a cart that was reported as abandoned is reported as recovered, once.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { createSale } from '#sale/create.ts'
import { handleIncoming } from '#sale/incoming-payment/handle.ts'
import { OWN_CART } from '../cart/things.ts'
import type { TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'
import { dieAtEveryStep, openScene, recover, type Scene } from './scene.ts'

interface CartToPay {
  accountId: number
  uuid: string
  endToEndId: string
}

const CENTS = 5_00

/** Every other one has been left so long that it was reported as abandoned. */
async function cartsOf(scene: Scene, gateway: TestGateway, count: number): Promise<CartToPay[]> {
  const seller = await gateway.seller()
  const carts: CartToPay[] = []
  for (let n = 0; n < count; n++) {
    const { body } = await seller.api('POST', '/api/carts', OWN_CART)
    carts.push({ accountId: seller.accountId, uuid: body.uuid, endToEndId: '' })
  }
  const left = carts.filter((_, n) => n % 2 === 0).map(({ uuid }) => uuid)
  await scene.db.query(sql`
    update cart set last_activity_at = now() - interval '2 hours', due_at = now(), seal = default
    where uuid = any(${left}::uuid[])`)
  await until(
    async () => (await statesOf(scene, left)).every(state => state === 'ABANDONED') || null,
    'the abandonment',
  )
  return carts
}

async function statesOf({ db }: Scene, uuids: string[]): Promise<string[]> {
  const rows = await db.query<{ state: string }>(sql`select state from cart where uuid = any(${uuids}::uuid[])`)
  return rows.map(({ state }) => state)
}

/** A sale of the cart is paid at the bank; the gateway has not heard of it yet. */
async function paidAtTheBank(scene: Scene, subject: CartToPay): Promise<void> {
  const created = await createSale(scene.deps(), {
    accountId: subject.accountId,
    amount: centavos(CENTS),
    customer: { name: 'Ana', email: '', document: '', phone: '' },
    items: [{ title: 'Camiseta', unitPrice: centavos(CENTS), quantity: 1, tangible: false }],
    shipping: null,
    externalReference: null,
    postbackUrl: null,
    expiresInSeconds: 3_600,
    cart: { uuid: subject.uuid, revision: null },
  })
  assert.ok(!(created instanceof Failure))
  const body = { pixCopiaECola: created.sale.brCode }
  subject.endToEndId = (await call(scene.bank.url, 'POST', '/sandbox/pay', { body })).body.endToEndId
}

const LOOK = sql`
  select cart.uuid, cart.state || ' ' || coalesce(sale.status, 'no sale') || coalesce(' ' || (
      select string_agg(type, ' ' order by subject_version, id) from event
      where event.account_id = cart.account_id and subject = 'cart' and subject_id = cart.id), '') as way
  from cart left join sale on sale.account_id = cart.account_id and sale.id = cart.paid_sale_id
  where exists (select from sale of_cart where of_cart.account_id = cart.account_id and of_cart.cart_id = cart.id)`
const DONE = ['COMPLETED PAGO', 'RECOVERED PAGO cart.abandoned cart.recovered']
const NOT_BEGUN = ['OPEN no sale', 'ABANDONED no sale cart.abandoned']

const waysOf = ({ db }: Scene) => db.query<{ uuid: string; way: string }>(LOOK)

test('booking the money of a cart', async t => {
  await using scene = await openScene()
  const halves: string[] = []
  const runs = await dieAtEveryStep(scene, {
    prepare: cartsOf,
    approach: paidAtTheBank,
    act: async (deps, { endToEndId, uuid }) => {
      await handleIncoming(deps, 1, endToEndId)
      return uuid
    },
  })
  for (const { way } of await waysOf(scene)) if (![...DONE, ...NOT_BEGUN].includes(way)) halves.push(way)
  await t.test(`${runs.length} deaths: money and cart, both or neither`, () => assert.deepEqual(halves, []))
  await recover(scene, () =>
    t.test('afterwards each cart is paid and reported once', async () => {
      const ways = await waysOf(scene)
      assert.ok(ways.length >= runs.length)
      for (const { uuid, way } of ways) {
        const run = runs.find(({ subject }) => subject.uuid === uuid)
        assert.ok(DONE.includes(way), `${way}: ${run?.failure}`)
      }
      assert.equal(new Set(ways.map(({ way }) => way)).size, DONE.length, 'both ways are among them')
    }),
  )
})
