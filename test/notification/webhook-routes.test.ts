// Permanent webhooks as their owner manages them: the record, its secret, the delivery log, the resend.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, register } from '../access/person.ts'
import { PRODUCTION } from '../access/production.ts'
import { openTestHouse, type Seller, sellerWith, type TestHouse } from '../house.ts'
import type { Answer } from '../http.ts'
import { type Notification, openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'

const refusal = (answer: Answer) => [answer.status, answer.body?.error?.code]

async function create(person: Person, body: object) {
  const answer = await person.call('POST', '/api/webhook', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

/** The account's own key pair, made in the panel. */
async function sellerOf(house: TestHouse, person: Person): Promise<Seller> {
  const { publicKey, privateKey } = (await person.call('POST', '/api/credentials', {})).body
  return sellerWith(house, person.accountId, publicKey, privateKey)
}

function verify(secret: string, { headers, raw }: Notification): void {
  const timestamp = String(headers['x-service-timestamp'])
  assert.ok(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest('hex')
  assert.equal(headers['x-service-signature'], `sha256=${expected}`)
}

describe('a webhook', () => {
  let house: TestHouse
  let ana: Person
  before(async () => {
    house = await openTestHouse()
    ana = await register(house)
  })
  after(() => house[Symbol.asyncDispose]())

  const url = 'https://shop.example.com/webhook'
  const list = async () => (await ana.call('GET', '/api/webhook')).body

  it('is created with a secret that is shown once', async () => {
    const answer = await ana.call('POST', '/api/webhook', { webhookUrl: url, events: ['sale.paid', 'sale.pending'] })
    assert.equal(answer.status, 201)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const { id, secret, createdAt, updatedAt, ...rest } = answer.body
    assert.ok(Number.isInteger(id))
    assert.match(secret, /^whsec_[\w+/]{43}=$/)
    assert.equal(new Date(createdAt).toISOString(), createdAt)
    assert.equal(updatedAt, createdAt)
    assert.deepEqual(rest, {
      webhookUrl: url,
      events: ['sale.paid', 'sale.pending'],
      notificationType: 'TRANSACTION',
      retryPolicy: 'default',
      active: true,
    })
    const read = await ana.call('GET', '/api/webhook')
    assert.deepEqual(read.body, [{ id, ...rest, createdAt, updatedAt }])
    const changed = await ana.call('PUT', `/api/webhook/${id}`, { retryPolicy: 'extended' })
    const rows = await house.db.query<{ row: string }>(sql`select webhook::text as row from webhook where id = ${id}`)
    assert.equal(rows.length, 1)
    for (const text of [read.text, changed.text, rows[0]?.row]) assert.ok(!text?.includes('whsec_'))
  })

  it('has a secret of its own', async () => {
    const one = await create(ana, { webhookUrl: url, events: ['sale.paid'] })
    const other = await create(ana, { webhookUrl: url, events: ['sale.paid'] })
    assert.notEqual(one.secret, other.secret)
    assert.notEqual(one.id, other.id)
  })

  it('hears of exactly the events that were chosen, each once; of the cart only by choice', async () => {
    const events = ['sale.paid', 'cart.abandoned', 'sale.paid']
    assert.deepEqual((await create(ana, { webhookUrl: url, events })).events, ['sale.paid', 'cart.abandoned'])
  })

  it('of the type WITHDRAWAL has no events', async () => {
    const webhook = await create(ana, { webhookUrl: url, notificationType: 'WITHDRAWAL' })
    assert.deepEqual([webhook.notificationType, webhook.events], ['WITHDRAWAL', []])
    const named = { webhookUrl: url, notificationType: 'WITHDRAWAL', events: ['withdrawal.completed'] }
    assert.deepEqual(refusal(await ana.call('POST', '/api/webhook', named)), [400, 'INVALID_DATA'])
    const path = `/api/webhook/${webhook.id}`
    assert.deepEqual(refusal(await ana.call('PUT', path, { events: ['sale.paid'] })), [400, 'INVALID_DATA'])
    assert.equal((await ana.call('PUT', path, { active: false })).body.active, false)
  })

  it('is refused with the field that is wrong', async () => {
    const events = ['sale.paid']
    const table: [string, object][] = [
      ['webhookUrl', { events }],
      ['webhookUrl', { webhookUrl: 5, events }],
      ['webhookUrl', { webhookUrl: null, events }],
      ['webhookUrl', { webhookUrl: 'shop.example.com', events }],
      ['webhookUrl', { webhookUrl: 'ftp://shop.example.com', events }],
      ['webhookUrl', { webhookUrl: 'https://a:b@shop.example.com', events }],
      ['webhookUrl', { webhookUrl: `https://shop.example.com/${'a'.repeat(2048)}`, events }],
      ['events', { webhookUrl: url }],
      ['events', { webhookUrl: url, events: [] }],
      ['events', { webhookUrl: url, events: 'sale.paid' }],
      ['events', { webhookUrl: url, events: ['sale.paid', 'sale.exploded', 'SALE.PAID'] }],
      ['events', { webhookUrl: url, events: ['constructor'] }],
      ['events.0', { webhookUrl: url, events: [1] }],
      ['notificationType', { webhookUrl: url, events, notificationType: 'SALE' }],
      ['retryPolicy', { webhookUrl: url, events, retryPolicy: 'forever' }],
      ['active', { webhookUrl: url, events, active: 1 }],
      ['secret', { webhookUrl: url, events, secret: 'mine' }],
    ]
    const before = await list()
    for (const [field, body] of table) {
      const answer = await ana.call('POST', '/api/webhook', body)
      assert.deepEqual(refusal(answer), [400, 'INVALID_DATA'], JSON.stringify(body))
      assert.ok(answer.body.error.message.startsWith(`${field}:`), `${answer.text} for ${JSON.stringify(body)}`)
    }
    const unknown = await ana.call('POST', '/api/webhook', { webhookUrl: url, events: ['sale.paid', 'sale.exploded'] })
    assert.match(unknown.body.error.message, /^events: "sale\.exploded" is unknown; expected some of sale\.pending, /)
    assert.deepEqual(await list(), before)
  })

  it('is changed in what is named; the rest stays', async () => {
    const { id, secret: _, ...first } = await create(ana, { webhookUrl: url, events: ['sale.paid'] })
    const put = (body: unknown) => ana.call('PUT', `/api/webhook/${id}`, body)
    const moved = await put({ webhookUrl: 'https://shop.example.com/other' })
    assert.equal(moved.status, 200)
    const { updatedAt, ...rest } = moved.body
    assert.deepEqual(rest, {
      id,
      webhookUrl: 'https://shop.example.com/other',
      events: ['sale.paid'],
      notificationType: 'TRANSACTION',
      retryPolicy: 'default',
      active: true,
      createdAt: first.createdAt,
    })
    assert.ok(updatedAt > first.updatedAt)
    assert.deepEqual((await put({ events: ['sale.refunded'] })).body.events, ['sale.refunded'])
    assert.deepEqual((await put({ active: false })).body.active, false)
    for (const body of [{}, { events: [] }, { events: ['x'] }, { webhookUrl: 'x' }, { notificationType: 'WITHDRAWAL' }])
      assert.deepEqual(refusal(await put(body)), [400, 'INVALID_DATA'], JSON.stringify(body))
    const now = (await list()).find((webhook: { id: number }) => webhook.id === id)
    assert.deepEqual(
      [now.webhookUrl, now.events, now.active],
      ['https://shop.example.com/other', ['sale.refunded'], false],
    )
  })

  it('is removed, and then not found', async () => {
    const { id } = await create(ana, { webhookUrl: url, events: ['sale.paid'] })
    const removed = await ana.call('DELETE', `/api/webhook/${id}`)
    assert.deepEqual([removed.status, removed.text], [204, ''])
    assert.equal((await ana.call('DELETE', `/api/webhook/${id}`)).status, 404)
    assert.equal((await ana.call('PUT', `/api/webhook/${id}`, { active: true })).status, 404)
    assert.equal((await ana.call('GET', `/api/webhook/${id}/deliveries`)).status, 404)
  })

  it('under an id that cannot be is 404 where it is a number, and 400 where it is none', async () => {
    const numbers = ['1000000', '0', '9223372036854775807', '9223372036854775808', '9'.repeat(500)]
    const uuid = '00000000-0000-4000-8000-000000000000'
    const table = [...numbers, uuid].map(id => [id, 404] as const)
    for (const [id, status] of [...table, ['abc', 400], ['-1', 400], ['1.5', 400], ['%00', 400]] as const) {
      const statuses = [
        await ana.call('PUT', `/api/webhook/${id}`, { active: true }),
        await ana.call('DELETE', `/api/webhook/${id}`),
        await ana.call('GET', `/api/webhook/${id}/deliveries`),
        await ana.call('POST', `/api/webhook/deliveries/${id}/resend`),
      ].map(answer => answer.status)
      assert.deepEqual(statuses, [status, status, status, status], id)
    }
  })

  it('is one of at most 50, also when they are created at once', async () => {
    const bia = await register(house)
    const body = { webhookUrl: url, events: ['sale.paid'] }
    const answers = await Promise.all(Array.from({ length: 55 }, () => bia.call('POST', '/api/webhook', body)))
    const statuses = answers.map(answer => answer.status).sort()
    assert.deepEqual(statuses, [...Array(50).fill(201), ...Array(5).fill(409)])
    assert.equal((await bia.call('GET', '/api/webhook')).body.length, 50)
  })
})

describe('a webhook in production', () => {
  it('is refused at a private or loopback address, when created and when changed', async () => {
    await using house = await openTestHouse({ env: { ...PRODUCTION, SIGN_UP: 'open' } })
    const ana = await register(house)
    const origin = PRODUCTION.PUBLIC_URL
    const post = (webhookUrl: string) =>
      ana.call('POST', '/api/webhook', { webhookUrl, events: ['sale.paid'] }, { origin })
    const inward = [
      'http://127.0.0.1:9/',
      'http://2130706433/',
      'http://10.0.0.1/',
      'http://[::ffff:a00:1]/',
      'http://localhost/',
    ]
    for (const address of inward) assert.deepEqual(refusal(await post(address)), [400, 'INVALID_DATA'], address)
    const { status, body } = await post('https://shop.example.com/')
    assert.equal(status, 201)
    for (const webhookUrl of inward) {
      const answer = await ana.call('PUT', `/api/webhook/${body.id}`, { webhookUrl }, { origin })
      assert.deepEqual(refusal(answer), [400, 'INVALID_DATA'], webhookUrl)
    }
    await house.db.query(sql`update webhook set url = 'http://127.0.0.1:9/'`)
    const off = await ana.call('PUT', `/api/webhook/${body.id}`, { active: false }, { origin })
    assert.deepEqual([off.status, off.body.active], [200, false])
  })
})

describe('the delivery log', () => {
  let house: TestHouse
  let shop: Receiver
  let ana: Person
  let seller: Seller
  before(async () => {
    house = await openTestHouse()
    shop = await openReceiver()
    ana = await register(house)
    seller = await sellerOf(house, ana)
  })
  after(async () => {
    await house[Symbol.asyncDispose]()
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
    await house.pay(sale.pixKey)
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
      const { id, eventId, event, payload, createdAt, deliveredAt, ...rest } = entry
      assert.ok(Number.isInteger(id))
      assert.equal(one.headers['x-service-event-type'], event)
      assert.equal(JSON.stringify(payload), one.raw.toString('utf8'))
      assert.ok(Date.parse(deliveredAt) >= Date.parse(createdAt))
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
    const waitMs = Date.parse(pending.nextAttemptAt) - Date.parse(pending.createdAt)
    assert.ok(waitMs >= 24_000 && waitMs <= 40_000, `${waitMs} ms`)
    house.advance(waitMs)
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

  it('tells why nothing came back', async () => {
    const webhook = await create(ana, { webhookUrl: 'http://127.0.0.1:1/', events: ['sale.pending'] })
    await seller.sell(5_000)
    const [failed] = await closed(webhook.id)
    assert.deepEqual([failed.status, failed.attempts, failed.httpStatus], ['FAILED', 3, null])
    assert.equal(failed.error, 'connection refused')
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
    await house.pay(sale.pixKey)
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
    const bia = await register(house)
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
    assert.deepEqual(await house.db.query(sql`select 1 from delivery where webhook_id = ${webhook.id}`), [])
  })

  it('of a webhook that is switched off stays as it is; switched on, it hears again', async () => {
    const webhook = await create(ana, { webhookUrl: `${shop.url}/off`, events: ['sale.pending'], active: false })
    await seller.sell(5_000)
    await ana.call('PUT', `/api/webhook/${webhook.id}`, { active: true })
    await seller.sell(6_000)
    const [entry, ...others] = await closed(webhook.id)
    assert.deepEqual([entry.payload.amount, others], ['6000', []])
  })
})
