// Carts that are paid after all, and what holds an abandonment up: a PSP that says nothing, a gateway that may have forgotten payments.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { everyday, slow } from '../long.ts'
import { until } from '../until.ts'
import { cartEventTypes, cartOf, charged, contact, linkOf, reachesState } from './shopping.ts'

const IDLE_MS = HOUR_MS + MINUTE_MS
const LONG = { pix: { expiresInSeconds: 86_400 } }

let gateway: TestGateway
let shop: Seller
before(async () => {
  // The bank's callbacks come too late to matter: what was paid is found by asking.
  gateway = await openTestGateway({ bank: { latencyMs: 3_600_000 } })
  shop = await gateway.seller()
})
after(() => gateway[Symbol.asyncDispose]())

const fromBank = (on: string) =>
  call(gateway.bankUrl, 'POST', '/sandbox/faults', { body: { on, fate: '503', times: 100_000 } })

everyday(
  'a cart whose PSP says nothing for a day is abandoned then, and recovered when the payment is found',
  async () => {
    const opened = await contact(gateway, await linkOf(shop, LONG))
    const sale = await charged(gateway, opened)
    for (const on of ['GET /cob', 'GET /pix']) await fromBank(on)
    assert.equal((await gateway.pay(sale.brCode ?? '')).status, 201)
    gateway.advance(IDLE_MS)
    const due = sql`select due_at as at from cart where id = ${opened.cart.id}`
    await until(async () => {
      const [row] = await gateway.db.query<{ at: Date }>(due)
      const first = opened.cart.lastActivityAt.getTime() + HOUR_MS
      return (row?.at.getTime() ?? 0) > first + 10 * MINUTE_MS || null
    }, 'it to be put off')
    assert.deepEqual(
      [(await cartOf(shop, opened)).state, await cartEventTypes(gateway, shop, opened.cart.id)],
      ['OPEN', []],
    )
    gateway.advance(DAY_MS)
    await reachesState(shop, opened, 'ABANDONED')
    await call(gateway.bankUrl, 'DELETE', '/sandbox/faults')
    gateway.advance(HOUR_MS)
    await reachesState(shop, opened, 'RECOVERED')
    assert.deepEqual(await cartEventTypes(gateway, shop, opened.cart.id), ['cart.abandoned', 'cart.recovered'])
  },
)

everyday('in recovery mode no cart is abandoned: the gateway may have forgotten who has paid', async () => {
  const opened = await contact(gateway, await linkOf(shop), { customer: { name: 'Bia', email: 'bia@example.com' } })
  await gateway.db.query(sql`
    update house set recovering_since = now(), recovery_reason = 'a test', recover_from = now()`)
  gateway.advance(IDLE_MS)
  for (let look = 0; look < 20; look++) assert.equal((await cartOf(shop, opened)).state, 'OPEN')
  gateway.advance(HOUR_MS)
  await gateway.db.query(sql`
    update house set recovering_since = null, recovery_reason = null, recover_from = null`)
  const { abandonedAt } = await reachesState(shop, opened, 'ABANDONED')
  assert.ok(Date.parse(abandonedAt) >= opened.cart.lastActivityAt.getTime() + IDLE_MS + HOUR_MS, abandonedAt)
})

slow('a recovery link leads nowhere thirty days after the cart was abandoned', async () => {
  const opened = await contact(gateway, await linkOf(shop), { customer: { name: 'Rui', email: 'rui@example.com' } })
  gateway.advance(IDLE_MS)
  const { recoveryUrl } = await reachesState(shop, opened, 'ABANDONED')
  const { pathname } = new URL(recoveryUrl)
  const statusOf = async () => (await fetch(gateway.url + pathname)).status
  gateway.advance(29 * DAY_MS)
  assert.equal(await statusOf(), 200)
  gateway.advance(1.1 * DAY_MS)
  assert.equal(await statusOf(), 404)
})
