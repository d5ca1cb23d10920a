// What the owner of a webhook reads of its deliveries, and the sending of one again.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, register } from '../access/person.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { type Notification, openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { create, refusal, verify } from './new-webhook.ts'

describe('the delivery log', () => {
  let gateway: TestGateway
  let shop: Receiver
  let ana: Person
  let seller: Seller
  before(async () => {
    gateway = await openTestGateway()
    shop = await openReceiver()
    ana = await register(gateway)
    seller = await sellerOf(gateway, ana)
  })
  after(async () => {
    await gateway[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  })

  const log = async (id: number, query = '') => {
    const answer = await ana.call('GET', `/api/webhook/${id}/deliveries${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const closed = (id: number) =>
    until(async () => {
      const entries = await log(id)
      return entries.length > 0 && entries.every((entry: { status: string }) => entry.status !== 'PENDING')
        ? entries
        : null
    }, 'the deliveries to be closed')

  it('shows what was sent, byte for byte, and what came back', async () => {
    const webhook = await create(ana, { webhookUrl: `${shop.url}/log`, events: ['sale.pending', 'sale.paid'] })
    assert.deepEqual(await log(webhook.id), [])
    const sale = await seller.sell(5_000)
    await gateway.pay(sale.pixKey)
    const sent = await shop.gets(2, ({ path }) => path === '/log')
    const entries = await until(async () => {
      const all = await log(webhook.id)
      return all.filter((entry: { status: string }) => entry.status === 'DELIVERED').length === 2 ? all : null
    }, 'two delivered entries')
    assert.deepEqual(entries.map((entry: { event: string }) => entry.event).sort(), ['sale.paid', 'sale.pending'])
    assert.ok(entries[0].id > entries[1].id)
    for (const entry of entries) {
      const one = sent.find(({ headers }) => headers['x-service-event-id'] === entry.eventId)
      assert.ok(one !== undefined)
      verify(webhook.secret, one)
      const { id, eventId, event, payload, about, createdAt, deliveredAt, ...rest } = entry
      assert.ok(Number.isInteger(id))
      assert.equal(one.headers['x-service-event-type'], event)
      assert.equal(JSON.stringify(payload), one.raw.toString('utf8'))
      assert.ok(Date.parse(deliveredAt) >= Date.parse(createdAt))
      assert.deepEqual([about.kind, about.uuid, about.amount], ['SALE', sale.uuid, 5_000])
      assert.deepEqual(rest, {
        webhookId: webhook.id,
        httpStatus: 200,
        attempts: 1,
        status: 'DELIVERED',
        error: null,
        nextAttemptAt: null,
      })
    }
    await ana.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('shows a delivery as PENDING while an attempt is to come, with the answer to the last one', async () => {
    const webhook = await create(ana, {
      webhookUrl: `${shop.url}/later`,
      events: ['sale.pending'],
      retryPolicy: 'extended',
    })
    shop.answers.splice(0, shop.answers.length, 503, 200)
    await seller.sell(5_000)
    const pending = await until(async () => {
      const [entry] = await log(webhook.id)
      return entry?.attempts === 1 ? entry : null
    }, 'the first attempt')
    assert.deepEqual([pending.status, pending.httpStatus, pending.deliveredAt], ['PENDING', 503, null])
    const { body: whole } = await ana.call('GET', `/api/webhook/deliveries/${pending.id}`)
    const [{ startedAt, durationMs }] = whole.attempts
    const waitMs = Date.parse(pending.nextAttemptAt) - Date.parse(startedAt) - durationMs
    assert.ok(waitMs >= 24_000 && waitMs <= 40_000, `${waitMs} ms`)
    gateway.advance(waitMs)
    const [delivered] = await closed(webhook.id)
    assert.deepEqual(
      [delivered.id, delivered.eventId, delivered.status, delivered.attempts, delivered.httpStatus],
      [pending.id, pending.eventId, 'DELIVERED', 2, 200],
    )
    assert.deepEqual([delivered.createdAt, delivered.nextAttemptAt], [pending.createdAt, null])
    await ana.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('shows a delivery as FAILED after its third attempt', async () => {
    const webhook = await create(ana, { webhookUrl: `${shop.url}/down`, events: ['sale.pending'] })
    shop.answers.splice(0, shop.answers.length, 503)
    await seller.sell(5_000)
    const [failed] = await closed(webhook.id)
    assert.deepEqual(
      [failed.status, failed.attempts, failed.httpStatus, failed.deliveredAt, failed.nextAttemptAt],
      ['FAILED', 3, 503, null, null],
    )
    shop.answers.splice(0, shop.answers.length, 200)
    await ana.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('shows why nothing came back', async () => {
    const webhook = await create(ana, { webhookUrl: 'http://127.0.0.1:1/', events: ['sale.pending'] })
    await seller.sell(5_000)
    const [failed] = await closed(webhook.id)
    assert.deepEqual([failed.status, failed.attempts, failed.httpStatus], ['FAILED', 3, null])
    assert.equal(failed.error, 'connection refused')
    await ana.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('shows the headers that were sent, but for what each attempt makes anew', async () => {
    const webhook = await create(ana, {
      webhookUrl: `${shop.url}/headed`,
      events: ['sale.pending'],
      standardHeaders: true,
    })
    await seller.sell(5_000)
    const [sent] = await shop.gets(1, ({ path }) => path === '/headed')
    const [entry] = await closed(webhook.id)
    const { body: one } = await ana.call('GET', `/api/webhook/deliveries/${entry.id}`)
    const reported = Object.entries(one.headers)
    assert.deepEqual(
      reported.filter(([, value]) => value === null).map(([name]) => name),
      ['X-Service-Timestamp', 'X-Service-Signature', 'webhook-timestamp', 'webhook-signature'],
    )
    for (const [name, value] of reported) {
      const really = sent?.headers[name.toLowerCase()]
      if (value === null) assert.ok(really !== undefined, name)
      else assert.equal(really, value, name)
    }
    const { connection, host, 'content-length': length, 'transfer-encoding': coding, ...ours } = sent?.headers ?? {}
    assert.deepEqual(Object.keys(ours).sort(), reported.map(([name]) => name.toLowerCase()).sort())
    await ana.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('says of a redirect that it was not followed', async () => {
    const webhook = await create(ana, { webhookUrl: `${shop.url}/moved`, events: ['sale.pending'] })
    shop.answers.splice(0, shop.answers.length, 301, 200)
    await seller.sell(5_000)
    const [failed] = await closed(webhook.id)
    const { body: one } = await ana.call('GET', `/api/webhook/deliveries/${failed.id}`)
    for (const { httpStatus, error } of [failed, one, one.attempts[0]])
      assert.deepEqual([httpStatus, error], [301, 'redirects are not followed'])
    assert.deepEqual([failed.status, failed.attempts, one.attempts.length], ['FAILED', 1, 1])
    await ana.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('is of the newest first and at most `limit` long, 1 to 100', async () => {
    const webhook = await create(ana, { webhookUrl: `${shop.url}/many`, events: ['sale.pending'] })
    for (let n = 0; n < 5; n++) await seller.sell(1_000 + n)
    await shop.gets(5, ({ path }) => path === '/many')
    const all = await until(async () => {
      const entries = await closed(webhook.id)
      return entries.length === 5 ? entries : null
    }, 'five entries')
    const amounts = all.map((entry: { payload: { amount: string } }) => entry.payload.amount)
    assert.deepEqual(amounts, ['1004', '1003', '1002', '1001', '1000'])
    assert.deepEqual(await log(webhook.id, '?limit=2'), all.slice(0, 2))
    assert.deepEqual(await log(webhook.id, '?limit=100'), all)
    for (const limit of ['0', '101', '-1', '1.5', 'ten', '', '1&limit=2'])
      assert.deepEqual(
        refusal(await ana.call('GET', `/api/webhook/${webhook.id}/deliveries?limit=${limit}`)),
        [400, 'INVALID_DATA'],
        limit,
      )
    await ana.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('sends a delivery again: the same bytes and event id, a new signature, and an entry of its own', async () => {
    const webhook = await create(ana, { webhookUrl: `${shop.url}/again`, events: ['sale.pending'] })
    const mine = ({ path }: Notification) => path === '/again'
    const sale = await seller.sell(5_000)
    const [first] = await shop.gets(1, mine)
    const [original] = await closed(webhook.id)
    await gateway.pay(sale.pixKey)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    const answer = await ana.call('POST', `/api/webhook/deliveries/${original.id}/resend`)
    assert.deepEqual(
      [answer.status, answer.body],
      [202, { id: answer.body.id, eventId: original.eventId, status: 'PENDING' }],
    )
    assert.ok(answer.body.id > original.id)
    const [, second] = await shop.gets(2, mine)
    assert.ok(first !== undefined && second !== undefined)
    assert.ok(second.raw.equals(first.raw))
    assert.equal(second.headers['x-service-event-id'], first.headers['x-service-event-id'])
    assert.equal(first.headers['x-service-redelivery'], undefined)
    assert.equal(second.headers['x-service-redelivery'], 'true')
    verify(webhook.secret, second)
    const entries = await closed(webhook.id)
    assert.deepEqual(
      entries.map((entry: { id: number }) => entry.id),
      [answer.body.id, original.id],
    )
    assert.deepEqual(entries[1], original)
    assert.deepEqual(entries[0].payload, original.payload)

    const again = await ana.call('POST', `/api/webhook/deliveries/${answer.body.id}/resend`)
    assert.equal(again.body.eventId, original.eventId)
    await shop.gets(3, mine)
    await ana.call('DELETE', `/api/webhook/${webhook.id}`)
    assert.equal((await ana.call('POST', `/api/webhook/deliveries/${original.id}/resend`)).status, 404)
  })

  it('of another account is not found, nor can its deliveries be sent again', async () => {
    const webhook = await create(ana, { webhookUrl: `${shop.url}/own`, events: ['sale.pending'] })
    await seller.sell(5_000)
    const [entry] = await closed(webhook.id)
    const bia = await register(gateway)
    assert.equal((await bia.call('GET', `/api/webhook/${webhook.id}/deliveries`)).status, 404)
    assert.equal((await bia.call('POST', `/api/webhook/deliveries/${entry.id}/resend`)).status, 404)
    assert.equal((await log(webhook.id)).length, 1)
    await ana.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  it('loses with the webhook what was still to be sent', async () => {
    const webhook = await create(ana, {
      webhookUrl: 'http://127.0.0.1:1/',
      events: ['sale.pending'],
      retryPolicy: 'extended',
    })
    await seller.sell(5_000)
    await until(async () => (await log(webhook.id))[0]?.attempts > 0 || null, 'an attempt')
    assert.equal((await ana.call('DELETE', `/api/webhook/${webhook.id}`)).status, 204)
    assert.deepEqual(await gateway.db.query(sql`select 1 from delivery where webhook_id = ${webhook.id}`), [])
  })

  it('of a webhook that is switched off stays as it is; switched on, it receives again', async () => {
    const webhook = await create(ana, { webhookUrl: `${shop.url}/off`, events: ['sale.pending'], active: false })
    await seller.sell(5_000)
    await ana.call('PUT', `/api/webhook/${webhook.id}`, { active: true })
    await seller.sell(6_000)
    const [entry, ...others] = await closed(webhook.id)
    assert.deepEqual([entry.payload.amount, others], ['6000', []])
  })
})
