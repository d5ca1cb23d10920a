// GET /api/events: everything that has happened, in one order, in pages.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { openTestGateway, sellerWith, type TestGateway } from '../gateway.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { insertClosed } from './log-rows.ts'
import { type Page, pull, pullAll, pullSo, pullToEnd, type Query } from './puller.ts'
import { openShop, type Shop } from './shop.ts'

describe('the events of an account', () => {
  let gateway: TestGateway
  let receiver: Receiver
  let shop: Shop
  before(async () => {
    gateway = await openTestGateway()
    receiver = await openReceiver()
    shop = await openShop(gateway, { funds: 100_000 })
  })
  after(async () => {
    await gateway[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })

  it('are what webhooks receive, in the order of their numbers', async () => {
    const { nextCursor } = await pullToEnd(shop.seller, gateway)
    const webhook = await shop.signed(receiver, [
      'sale.pending',
      'sale.paid',
      'withdrawal.pending',
      'withdrawal.completed',
    ])
    const sale = await shop.seller.sell(5_000, { postbackUrl: `${receiver.url}/postback` })
    await gateway.pay(sale.pixKey)
    await shop.seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    const cashout = { amount: 150.5, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
    assert.equal((await shop.seller.api('POST', '/api/public/cashout', cashout)).status, 201)
    const notifications = await receiver.gets(4, ({ headers }) => headers['x-service-event-type'] !== undefined)
    const { data } = await until(async () => {
      const page = await pullAll(shop.seller, { after: nextCursor })
      return page.data.length === 5 ? page : null
    }, 'five events')
    assert.deepEqual(
      data.map(({ type }) => type),
      ['sale.pending', 'sale.paid', 'withdrawal.pending', 'withdrawal.processing', 'withdrawal.completed'],
    )
    assert.deepEqual(
      data.map(({ id }) => id),
      data.map(({ id }) => id).sort((one, other) => one - other),
    )
    for (const { headers, raw } of notifications) {
      const event = data.find(({ eventId }) => eventId === headers['x-service-event-id'])
      assert.ok(event !== undefined)
      assert.equal(event.type, headers['x-service-event-type'])
      assert.equal(String(event.sequence), headers['x-service-event-sequence'])
      assert.equal(JSON.stringify(event.payload), raw.toString('utf8'))
      assert.equal(event.subjectId, event.payload.id)
      assert.equal(event.subject, event.type.split('.')[0])
      assert.ok(Math.abs(Date.parse(event.createdAt) - Date.now()) < 60_000)
    }
    await shop.person.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('come in pages that visit each once, and always with a cursor to come back with', async () => {
    const all = await pullAll(shop.seller, { limit: 100 })
    assert.ok(all.data.length >= 7)
    assert.deepEqual((await pullAll(shop.seller, { limit: 1 })).data, all.data)
    assert.deepEqual((await pullAll(shop.seller, { limit: 3 })).data, all.data)
    const end = await pull(shop.seller, { after: all.nextCursor })
    assert.deepEqual([end.data, end.more], [[], false])
    await shop.seller.sell(1_000)
    const later = await pullSo(1, shop.seller, { after: end.nextCursor })
    assert.deepEqual(
      later.data.map(({ type }) => type),
      ['sale.pending'],
    )
    const stranger = await gateway.seller()
    const nothing = await pull(stranger)
    assert.deepEqual([nothing.data, nothing.more, typeof nothing.nextCursor], [[], false, 'string'])
    await stranger.sell(1_000)
    assert.equal((await pullSo(1, stranger, { after: nothing.nextCursor })).data.length, 1)
  })

  it('begin behind an event that is named, or at the beginning', async () => {
    const all = await pullAll(shop.seller, { limit: 100 })
    for (const after of ['', '0']) assert.deepEqual((await pull(shop.seller, { after, limit: 100 })).data, all.data)
    const [first, second, third] = all.data
    assert.ok(first !== undefined && second !== undefined && third !== undefined)
    const { nextCursor } = await pull(shop.seller, { limit: 2 })
    for (const after of [nextCursor, second.id, second.eventId, second.eventId.toUpperCase()])
      assert.deepEqual((await pull(shop.seller, { after, limit: 1 })).data, [third], String(after))
    // Whether an id of another account exists is not revealed.
    const stranger = await gateway.seller()
    const answers = await Promise.all(
      [first.eventId, randomUUID()].map(after => stranger.api('GET', `/api/events?after=${after}`)),
    )
    for (const { status, body } of answers) {
      assert.equal(status, 400)
      assert.match(body.message, /^after: expected the eventId of an event of this account/)
    }
    assert.deepEqual((await pull(stranger, { after: first.id })).data, [])
  })

  it('are never those of a test', async () => {
    const { nextCursor } = await pullToEnd(shop.seller, gateway)
    await gateway.db.query(sql`
      insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
      values (${shop.seller.accountId}, gen_random_uuid(), 'test', 'TEST', 'webhook', 1, 1, '{}', now())`)
    const page = await until(async () => {
      const page = await pull(shop.seller, { after: nextCursor })
      return page.nextCursor === nextCursor ? null : page
    }, 'the cursor to go past it')
    assert.deepEqual(page.data, [])
  })

  it('are read with a key of their scope, a whole cursor and a limit from 1 to 100', async () => {
    for (const query of ['limit=0', 'limit=101', 'after=x', 'after=-1', 'after=MTIz', 'undelivered=perhaps']) {
      const { status, body } = await shop.seller.api('GET', `/api/events?${query}`)
      assert.deepEqual([status, body.error], [400, 'INVALID_DATA'], query)
    }
    for (const [scopes, status] of [
      [['event:read'], 200],
      [['sale:read', 'cashout:read'], 403],
    ] as const) {
      const { body } = await shop.person.call('POST', '/api/credentials', { scopes })
      const seller = sellerWith(gateway, shop.seller.accountId, body.publicKey, body.privateKey)
      assert.equal((await seller.api('GET', '/api/events')).status, status)
    }
  })

  it('are, with `undelivered`, those that no webhook has taken', async () => {
    const { nextCursor } = await pullToEnd(shop.seller, gateway)
    const taking = await shop.signed(receiver, ['sale.pending'])
    const refusing = await shop.signed({ url: 'http://127.0.0.1:1' }, ['sale.pending', 'sale.canceled'])
    const sale = await shop.seller.sell(1_000)
    await shop.seller.api('POST', `/api/transactions/${sale.uuid}/cancel`)
    await shop.person.call('PUT', `/api/webhook/${taking.id}`, { events: ['sale.paid'] })
    await shop.seller.sell(2_000)
    const ofAll = (await pullSo(3, shop.seller, { after: nextCursor })).data
    assert.equal(ofAll.length, 3)
    await until(async () => {
      const { body } = await shop.person.call('GET', `/api/webhook/${taking.id}/deliveries?status=DELIVERED`)
      return body.length === 1 ? body : null
    }, 'a delivery')
    const { data } = await pullAll(shop.seller, { after: nextCursor, undelivered: true })
    assert.deepEqual(data, ofAll.slice(1))
    for (const { id } of [taking, refusing]) await shop.person.call('DELETE', `/api/webhook/${id}`)
  })

  it('that match rarely are found in bounded steps, and none is missed', async () => {
    const { nextCursor } = await pullToEnd(shop.seller, gateway)
    const webhook = await shop.signed(receiver, ['sale.paid'])
    const whose = { accountId: shop.seller.accountId, webhookId: webhook.id }
    await insertClosed(gateway.db, { ...whose, count: 2_500 })
    const [failed] = await insertClosed(gateway.db, { ...whose, count: 1, outcome: 'FAILED' })
    await pullToEnd(shop.seller, gateway)
    const pages: Page[] = []
    for (let after = nextCursor, more = true; more; ) {
      const page = await pull(shop.seller, { after, undelivered: true })
      pages.push(page)
      after = page.nextCursor
      more = page.more
    }
    assert.deepEqual(
      pages.map(({ data }) => data.map(({ eventId }) => eventId)),
      [[], [], [failed]],
    )
    await shop.person.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('are chosen by type and by time, and the cursor goes past the others', async () => {
    const { nextCursor } = await pullToEnd(shop.seller, gateway)
    const before = new Date()
    const sale = await shop.seller.sell(1_000)
    await shop.seller.api('POST', `/api/transactions/${sale.uuid}/cancel`)
    const all = (await pullSo(2, shop.seller, { after: nextCursor })).data
    const between = all[1]?.createdAt ?? ''
    const types = async (query: Query) =>
      (await pullAll(shop.seller, { after: nextCursor, ...query })).data.map(({ type }) => type)
    assert.deepEqual(await types({ type: 'sale.canceled' }), ['sale.canceled'])
    assert.deepEqual(await types({ type: 'sale.pending, sale.canceled', limit: 1 }), ['sale.pending', 'sale.canceled'])
    assert.deepEqual(await types({ type: 'sale.paid' }), [])
    assert.deepEqual(await types({ from: between }), ['sale.canceled'], 'its first moment belongs to a period')
    assert.deepEqual(await types({ to: between }), ['sale.pending'], 'and its last one does not')
    assert.deepEqual(await types({ from: before.toISOString(), type: 'sale.pending' }), ['sale.pending'])
    assert.deepEqual(await types({ to: '2020-01-31' }), [])
    const end = await pullAll(shop.seller, { after: nextCursor, type: 'sale.paid' })
    await shop.seller.sell(1_000)
    assert.equal((await pullSo(1, shop.seller, { after: end.nextCursor })).data.length, 1, 'nothing is skipped')
    for (const [query, field] of [
      ['type=sale.payed', 'type'],
      ['type=sale.paid,', 'type'],
      ['from=yesterday', 'from'],
      ['from=2026-02-02&to=2026-02-01', 'to'],
    ] as const) {
      const { status, body } = await shop.seller.api('GET', `/api/events?${query}`)
      assert.deepEqual([status, body.error], [400, 'INVALID_DATA'], query)
      assert.match(body.message, new RegExp(`^${field}: expected `), query)
    }
  })
})
