// A person puts a gateway into recovery and takes it out again, through HTTP: what waits, what goes on, and what is refused.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { type Person, register } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { OWN_CART } from '../cart/things.ts'
import type { TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slowSuite } from '../long.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { paid, refund } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { cashOut, fault, openScene, operatorOf, paymentsOf, RECOVERY, type Scene, standing } from './scene.ts'

const EVENTS = ['sale.paid', 'withdrawal.completed']

describe('a gateway that a person puts into recovery', () => {
  let scene: Scene
  let gateway: TestGateway
  let olga: Person
  let shop: Shop
  let receiver: Receiver
  before(async () => {
    scene = await openScene()
    gateway = await scene.open()
    olga = await operatorOf(gateway)
    receiver = await openReceiver()
    shop = await openShop(gateway, { funds: 1_000_00 })
    await shop.signed(receiver, EVENTS)
  })
  after(async () => {
    await receiver[Symbol.asyncDispose]()
    await gateway[Symbol.asyncDispose]()
    await scene[Symbol.asyncDispose]()
  })

  const enter = (body: unknown) => olga.call('POST', `${RECOVERY}/enter`, body)
  const resume = (body: unknown) => olga.call('POST', `${RECOVERY}/resume`, body)

  /** Of the seller's own shop, whose time is over. */
  async function leftCart(): Promise<string> {
    const { uuid } = (await shop.seller.api('POST', '/api/carts', OWN_CART)).body
    await gateway.db.query(sql`
      update cart set last_activity_at = now() - interval '2 hours', due_at = now(), seal = default where uuid = ${uuid}`)
    return `/api/carts/${uuid}`
  }
  const stateOfCart = async (path: string) => (await shop.seller.api('GET', path)).body.state

  it('is not in recovery before, and there is nothing to resume', async () => {
    const { active, since, reason, recoverFrom, parked: heldBack, log } = await standing(olga)
    assert.deepEqual(
      { active, since, reason, recoverFrom, parked: heldBack, log },
      {
        active: false,
        since: null,
        reason: null,
        recoverFrom: null,
        parked: { cashouts: 0, refunds: 0, deliveries: 0 },
        log: [],
      },
    )
    const answer = await resume({ reason: 'nothing to do' })
    assert.equal(answer.status, 409)
    assert.equal(answer.body.error.code, 'CONFLICT')
  })

  it('refuses what it cannot read, and every caller who is no operator', async () => {
    const future = new Date(Date.now() + DAY_MS).toISOString()
    for (const body of [
      {},
      { reason: 'no' },
      { reason: 'a\u0000bc' },
      { reason: 'a reason', form: '2026-01-01T00:00:00Z' },
      { reason: 'a reason', from: 'yesterday' },
      { reason: 'a reason', from: future },
    ])
      assert.equal((await enter(body)).status, 400, JSON.stringify(body))
    for (const body of [{}, { reason: 'no' }, { reason: 'a reason', force: 'yes' }, { reason: 'a reason', all: true }])
      assert.equal((await resume(body)).status, 400, JSON.stringify(body))
    const ana = await register(gateway)
    assert.equal((await ana.call('GET', RECOVERY)).status, 403)
    for (const verb of ['enter', 'resume'])
      assert.equal((await ana.call('POST', `${RECOVERY}/${verb}`, { reason: 'a reason' })).status, 403, verb)
    assert.equal((await standing(olga)).active, false)
  })

  it('is entered with a reason, once, and may go further back', async () => {
    const first = await enter({ reason: 'the bank called' })
    assert.equal(first.status, 202, first.text)
    assert.equal(first.body.active, true)
    assert.match(first.body.reason, /A person \(.+\) asked for it: the bank called/)
    assert.equal((await enter({ reason: 'again' })).status, 409)
    const from = new Date(Date.now() - 2 * DAY_MS).toISOString()
    const { status, body } = await enter({ reason: 'it was earlier', from })
    assert.equal(status, 202)
    assert.deepEqual([body.recoverFrom, body.since, body.reason], [from, first.body.since, first.body.reason])
    assert.equal(body.log.length, 1)
    assert.equal(body.log[0].recoverFrom, from)
  })

  it('goes on answering and selling, and pays and sends nothing', async () => {
    assert.equal((await call(gateway.url, 'GET', '/health/ready')).status, 200)
    const cart = await leftCart()
    const cashout = await cashOut(shop.seller, 150)
    const sale = await shop.seller.sell(70_00)
    await gateway.pay(sale.pixKey)
    await shop.seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    await until(
      async () => (await standing(olga)).sweeps.every(({ done }: { done: boolean }) => done) || null,
      'sweeps',
    )
    const { parked: heldBack, sweeps } = await standing(olga)
    assert.deepEqual(heldBack, { cashouts: 1, refunds: 0, deliveries: 1 })
    assert.deepEqual(
      sweeps.map(({ list, trouble }: { list: string; trouble: string }) => [list, trouble]),
      [
        ['debits', null],
        ['received', null],
        ['recurrences', null],
        ['sent', null],
      ],
    )
    assert.equal((await shop.seller.api('GET', cashout)).body.status, 'PENDING')
    assert.deepEqual(await paymentsOf(scene.bank), [])
    assert.deepEqual(receiver.received, [])
    assert.deepEqual(await gateway.db.query(sql`select 1 from attempt`), [])
    assert.deepEqual(await gateway.db.query(sql`select 1 from delivery where attempts > 0`), [])
    assert.equal(await stateOfCart(cart), 'OPEN', 'it may have been paid, by what this database has forgotten')
    await assertBooks(gateway)
  })

  it('pays and sends once when the person resumes it', async () => {
    const { status, body, text } = await resume({ reason: 'all is well' })
    assert.equal(status, 202, text)
    assert.equal(body.active, false)
    assert.deepEqual(body.parked, { cashouts: 0, refunds: 0, deliveries: 0 })
    assert.equal(body.log[0].resumeReason, 'all is well')
    assert.ok(body.log[0].resumedBy.length > 0 && body.log[0].resumedAt >= body.log[0].enteredAt)
    gateway.advance(DAY_MS / 24)
    await receiver.gets(2)
    await untilIdle(gateway, { aheadMs: DAY_MS / 24 })
    await until(async () => (await stateOfCart(`/api/carts/1`)) === 'ABANDONED' || null, 'the cart to be abandoned')
    assert.deepEqual(receiver.received.map(({ headers }) => headers['x-service-event-type']).sort(), EVENTS)
    assert.deepEqual(await paymentsOf(scene.bank), ['149.00'])
    await assertBooks(gateway)
  })
})

describe('what leaves when a recovery ends', () => {
  it('is counted with the refunds, and without the cashouts that wait for an approval or whose account is stopped', async () => {
    await using scene = await openScene()
    await using gateway = await scene.open()
    const olga = await operatorOf(gateway)
    const [seller, stopped] = [await gateway.seller({ funds: 500_00 }), await gateway.seller({ funds: 500_00 })]
    const sale = await paid(gateway, seller, 40_00)
    const account = `/api/admin/accounts/${seller.accountId}`
    const limits = { outflow: { mostHourCents: 10_00 }, reason: 'as a test' }
    assert.equal((await olga.call('PATCH', `${account}/payout-rules`, limits)).status, 200)
    await olga.call('POST', `${RECOVERY}/enter`, { reason: 'to be sure' })
    await cashOut(seller, 150)
    await cashOut(stopped, 150)
    assert.equal((await refund(seller, sale)).status, 202)
    const block = { status: 'BLOCKED', reason: 'as a test' }
    const blocked = await olga.call('PATCH', `/api/admin/accounts/${stopped.accountId}`, block)
    assert.equal(blocked.status, 200, blocked.text)
    const { cashouts, refunds } = (await standing(olga)).parked
    assert.deepEqual({ cashouts, refunds }, { cashouts: 0, refunds: 1 })
  })
})

describe('lists that the PSP does not show', () => {
  it('keep the gateway in recovery, unless a person forces the end', async () => {
    await using scene = await openScene()
    await using gateway = await scene.open()
    const olga = await operatorOf(gateway)
    await fault(scene.bank, 'GET /gn/pix/enviados$')
    await olga.call('POST', `${RECOVERY}/enter`, { reason: 'to be sure' })
    const isDone = ({ list, done }: { list: string; done: boolean }) => list === 'received' && done
    await until(async () => (await standing(olga)).sweeps.some(isDone) || null, 'the other list')
    const early = await olga.call('POST', `${RECOVERY}/resume`, { reason: 'let us go on' })
    assert.equal(early.status, 409)
    assert.match(early.body.error.message, /not all been compared with our books yet: .+ \(sent\)\. /)
    assert.equal((await standing(olga)).active, true)
    const forced = await olga.call('POST', `${RECOVERY}/resume`, { reason: 'I have looked there', force: true })
    assert.equal(forced.status, 202, forced.text)
    assert.match(forced.body.log[0].resumeReason, /^By force, .*: I have looked there$/)
  })
})

slowSuite('several processes', () => {
  it('hear of the beginning and of the end of a recovery', async () => {
    await using scene = await openScene()
    await using one = await scene.open()
    await using other = await scene.open()
    const olga = await operatorOf(one)
    const hears = (active: boolean) =>
      until(() => other.gateway.recovery.active() === active || null, `the other to hear ${active}`)
    await olga.call('POST', `${RECOVERY}/enter`, { reason: 'to be sure' })
    await hears(true)
    const elsewhere = await operatorOf(other)
    const { status } = await elsewhere.call('POST', `${RECOVERY}/resume`, { reason: 'it was nothing', force: true })
    assert.equal(status, 202)
    await until(() => !one.gateway.recovery.active() || null, 'the first to hear')
  })
})
