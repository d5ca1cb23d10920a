// Sending again what a webhook has missed: each event once, whoever requests it and how often.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { Connection } from '#db/postgres.ts'
import { type OpenBank, openBank } from '../../sandbox/bank.ts'
import { type Person, personWith, register } from '../access/person.ts'
import { freshDatabase, openTestGateway, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { insertClosed } from './log-rows.ts'
import { refusal, verify } from './new-webhook.ts'
import { openShop, type Shop } from './shop.ts'

const HOUR_MS = 3_600_000
const AT_FIRST = new Date(Date.now() - HOUR_MS).toISOString()

describe('what a webhook has missed', () => {
  const resources = new AsyncDisposableStack()
  let on: { connection: Connection; bank: OpenBank }
  let gateway: TestGateway
  let receiver: Receiver
  let shop: Shop
  let webhook: { id: number; secret: string }
  before(async () => {
    const { connection, drop } = await freshDatabase()
    resources.defer(drop)
    const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
    resources.defer(() => bank.close())
    on = { connection, bank }
    gateway = resources.use(await openTestGateway({ on }))
    shop = await openShop(gateway)
  })
  after(() => resources.disposeAsync())
  beforeEach(async () => {
    receiver = await openReceiver()
    webhook = await shop.signed(receiver, ['sale.pending'])
  })
  afterEach(async () => {
    await shop.person.call('DELETE', `/api/webhook/${webhook.id}`)
    await receiver[Symbol.asyncDispose]()
  })

  const resend = (body: object = { since: AT_FIRST }) =>
    shop.person.call('POST', `/api/webhook/${webhook.id}/resend-failed`, body)
  const closed = (count: number) =>
    until(async () => {
      const { body } = await shop.person.call('GET', `/api/webhook/${webhook.id}/deliveries?limit=100`)
      return body.length === count && body.every(({ status }: { status: string }) => status !== 'PENDING') ? body : null
    }, `${count} closed deliveries`)
  const untilNoneOpen = () =>
    until(async () => {
      const { body } = await shop.person.call('GET', `/api/webhook/${webhook.id}/deliveries?status=PENDING&limit=1`)
      return body.length === 0
    }, 'nothing to be on its way')
  const resendAll = async (person: Person): Promise<number> => {
    let resent = 0
    for (let request: object | null = { since: AT_FIRST }; request !== null; ) {
      const { status, body, text } = await person.call('POST', `/api/webhook/${webhook.id}/resend-failed`, request)
      assert.equal(status, 202, text)
      resent += body.resent
      request = body.next
    }
    return resent
  }
  const answers = (...statuses: number[]) => receiver.answers.splice(0, receiver.answers.length, ...statuses)
  const eventId = ({ headers }: { headers: Record<string, unknown> }) => headers['x-service-event-id']

  it('is sent again, each event once: the same bytes and event id, signed anew, marked as a redelivery', async () => {
    answers(400)
    for (let n = 0; n < 4; n++) await shop.seller.sell(1_000 + n)
    await closed(4)
    answers(200)
    await shop.seller.sell(5_000)
    await closed(5)
    const before = [...receiver.received]
    const answer = await resend()
    assert.deepEqual([answer.status, answer.body], [202, { resent: 4, more: false, next: null }])
    const after = (await receiver.gets(9)).slice(5)
    await closed(9)
    assert.deepEqual(after.map(eventId).sort(), before.slice(0, 4).map(eventId).sort())
    for (const again of after) {
      const first = before.find(one => eventId(one) === eventId(again))
      assert.ok(first !== undefined && again.raw.equals(first.raw))
      assert.equal(again.headers['x-service-redelivery'], 'true')
      assert.equal(first.headers['x-service-redelivery'], undefined)
      verify(webhook.secret, again)
    }
    assert.deepEqual((await resend()).body, { resent: 0, more: false, next: null })
    assert.equal(receiver.received.length, 9)
  })

  it('is sent once when two request it at the same moment, and not again while it is on its way', async () => {
    answers(400)
    for (let n = 0; n < 6; n++) await shop.seller.sell(1_000 + n)
    await closed(6)
    // What is sent again stays open for half a minute.
    await shop.person.call('PUT', `/api/webhook/${webhook.id}`, { retryPolicy: 'extended' })
    answers(503)
    const both = await Promise.all(Array.from({ length: 5 }, () => resend()))
    const resent = both.map(({ body }) => body.resent)
    assert.equal(
      resent.reduce((sum, one) => sum + one, 0),
      6,
    )
    assert.equal(Math.max(...resent), 6)
  })

  slow('fails anew and is then missed anew, after everything else', async () => {
    answers(400)
    await shop.seller.sell(1_000)
    await closed(1)
    const first = await resend()
    assert.equal(first.body.resent, 1)
    await closed(2)
    answers(200)
    assert.equal((await resend()).body.resent, 1)
    const [delivered] = await closed(3)
    assert.equal(delivered.status, 'DELIVERED')
    assert.equal((await resend()).body.resent, 0)
  })

  it('counts from `since` to `until`, by when it ended', async () => {
    const whose = { accountId: shop.seller.accountId, webhookId: webhook.id, count: 1, outcome: 'FAILED' as const }
    await insertClosed(gateway.db, { ...whose, agoMs: 3 * HOUR_MS })
    const [middle] = await insertClosed(gateway.db, { ...whose, agoMs: 2 * HOUR_MS })
    await insertClosed(gateway.db, { ...whose, agoMs: HOUR_MS })
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
    assert.equal((await resend({ since: ago(2.5), until: ago(1.5) })).body.resent, 1)
    const [only] = await receiver.gets(1)
    assert.equal(only?.headers['x-service-event-id'], middle)
    assert.equal((await resend({ since: ago(4) })).body.resent, 2)
    await receiver.gets(3)
  })

  slow('is not taken from the future: what fails anew is not found by a later page', async () => {
    const whose = { accountId: shop.seller.accountId, webhookId: webhook.id }
    await insertClosed(gateway.db, { ...whose, count: 1_001, outcome: 'FAILED' })
    answers(400)
    const first = await resend({ since: AT_FIRST, until: new Date(Date.now() + HOUR_MS).toISOString() })
    assert.equal(first.body.resent, 1_000)
    assert.ok(Date.parse(first.body.next.until) <= Date.now())
    await receiver.gets(1_000)
    await untilNoneOpen()
    assert.deepEqual((await resend(first.body.next)).body, { resent: 1, more: false, next: null })
    await receiver.gets(1_001)
    await untilNoneOpen()
    assert.equal(new Set(receiver.received.map(eventId)).size, 1_001)
  })

  it('is not what was sent again since then, also where a clock that is behind has logged its end', async () => {
    const whose = { accountId: shop.seller.accountId, webhookId: webhook.id }
    await insertClosed(gateway.db, { ...whose, count: 1, outcome: 'FAILED', agoMs: 60_000 })
    await gateway.db.query(sql`
      update attempt set delivery_created_at = created_at + interval '1 second' where webhook_id = ${webhook.id}`)
    const [logged] = await gateway.db.query<{ between: Date }>(sql`
      select created_at + interval '500 milliseconds' as between from attempt where webhook_id = ${webhook.id}`)
    assert.ok(logged !== undefined)
    assert.equal((await resend({ since: AT_FIRST, until: logged.between.toISOString() })).body.resent, 0)
    assert.equal((await resend({ since: AT_FIRST })).body.resent, 1)
  })

  slow('is sent once also where two gateways are called, page by page, while more fails', async () => {
    await using other = await openTestGateway({ on })
    const whose = { accountId: shop.seller.accountId, webhookId: webhook.id }
    const missed = await insertClosed(gateway.db, { ...whose, count: 2_300, outcome: 'FAILED', agoMs: 60_000 })
    answers(400)
    const selling = Array.from({ length: 5 }, (_, n) => shop.seller.sell(1_000 + n))
    const people = [shop.person, personWith(other, shop.person), personWith(other, shop.person)]
    const sums = await Promise.all(people.map(person => resendAll(person)))
    await Promise.all(selling)
    assert.ok(sums.reduce((sum, one) => sum + one) >= missed.length)
    await receiver.gets(missed.length + selling.length)
    await untilNoneOpen()
    const times = Map.groupBy(receiver.received.map(eventId), id => id)
    assert.deepEqual(
      missed.filter(id => times.get(id)?.length !== 1),
      [],
    )
    // One of the new ones may have failed before the request.
    assert.equal(times.size, missed.length + selling.length)
  })

  slow('comes in pages of 1,000 that visit each fact once, whatever becomes of them meanwhile', async () => {
    const whose = { accountId: shop.seller.accountId, webhookId: webhook.id }
    const missed = [
      ...(await insertClosed(gateway.db, { ...whose, count: 1_200, outcome: 'FAILED' })),
      ...(await insertClosed(gateway.db, { ...whose, count: 900, outcome: 'SKIPPED' })),
    ]
    await insertClosed(gateway.db, { ...whose, count: 500 })
    // Fails at once, and would be found again from the beginning.
    answers(400)
    const sizes: number[] = []
    for (let request: object | null = { since: AT_FIRST }; request !== null; ) {
      const { status, body } = await resend(request)
      assert.equal(status, 202)
      assert.equal(body.more, body.next !== null)
      sizes.push(body.resent)
      await receiver.gets(sizes.reduce((sum, size) => sum + size))
      request = body.next
    }
    assert.deepEqual(sizes, [1_000, 1_000, 100])
    assert.deepEqual(receiver.received.map(eventId).sort(), missed.sort())
  })

  slow('is all of it when there are exactly 1,000', async () => {
    const whose = { accountId: shop.seller.accountId, webhookId: webhook.id }
    await insertClosed(gateway.db, { ...whose, count: 1_000, outcome: 'SKIPPED' })
    assert.deepEqual((await resend()).body, { resent: 1_000, more: false, next: null })
    await receiver.gets(1_000)
  })

  slow('is found behind very many that were taken in the end', async () => {
    const whose = { accountId: shop.seller.accountId, webhookId: webhook.id }
    await insertClosed(gateway.db, { ...whose, count: 10_500, outcome: 'FAILED', agoMs: 60_000 })
    await gateway.db.query(sql`
      insert into attempt (account_id, delivery_id, n, webhook_id, event_id, event_created_at, redelivery, outcome,
        duration_ms, delivery_created_at, created_at)
      select account_id, nextval('event_id'), 1, webhook_id, event_id, event_created_at, true, 'DELIVERED', 1, now(), now()
      from attempt where webhook_id = ${webhook.id}`)
    const [owed] = await insertClosed(gateway.db, { ...whose, count: 1, outcome: 'FAILED' })
    const first = await resend()
    assert.deepEqual([first.body.resent, first.body.more], [0, true])
    const second = await resend(first.body.next)
    assert.deepEqual(second.body, { resent: 1, more: false, next: null })
    const [only] = await receiver.gets(1)
    assert.equal(only?.headers['x-service-event-id'], owed)
  })

  it('waits while the webhook is switched off, and goes out once it is switched on', async () => {
    await gateway.db.query(sql`
      update webhook set active = false, disabled_at = now(), disabled_reason = 'silent' where id = ${webhook.id}`)
    await shop.seller.sell(1_000)
    await closed(1)
    assert.deepEqual(refusal(await resend()), [409, 'CONFLICT'])
    await shop.person.call('PUT', `/api/webhook/${webhook.id}`, { active: true })
    assert.equal((await resend()).body.resent, 1)
    const [delivered] = await closed(2)
    assert.equal(delivered.status, 'DELIVERED')
  })

  it('is requested with a time, of a webhook of one’s own', async () => {
    const tomorrow = new Date(Date.now() + 24 * HOUR_MS).toISOString()
    const bodies = [
      {},
      { since: 'yesterday' },
      { since: tomorrow },
      { since: AT_FIRST, until: new Date(Date.now() - 2 * HOUR_MS).toISOString() },
      { since: '2026-01-31T23:59:60Z' },
      { since: AT_FIRST, after: 0 },
      { since: AT_FIRST, limit: 5 },
    ]
    for (const body of bodies)
      assert.deepEqual(refusal(await resend(body)), [400, 'INVALID_DATA'], JSON.stringify(body))
    const stranger = await register(gateway)
    const foreign = await stranger.call('POST', `/api/webhook/${webhook.id}/resend-failed`, { since: AT_FIRST })
    assert.deepEqual(refusal(foreign), [404, 'NOT_FOUND'])
  })
})
