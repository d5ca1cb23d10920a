// Permanent webhooks as their owner manages them: the record and its secret.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, register } from '../access/person.ts'
import { PRODUCTION } from '../access/production.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { create, refusal } from './new-webhook.ts'

describe('a webhook', () => {
  let gateway: TestGateway
  let ana: Person
  before(async () => {
    gateway = await openTestGateway()
    ana = await register(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

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
      standardHeaders: false,
      active: true,
      disabledAt: null,
      disabledReason: null,
      nextSecretFrom: null,
    })
    assert.equal(
      Object.keys(answer.body).join(' '),
      'id webhookUrl events notificationType retryPolicy standardHeaders active disabledAt disabledReason nextSecretFrom ' +
        'createdAt updatedAt secret',
    )
    const read = await ana.call('GET', '/api/webhook')
    assert.deepEqual(read.body, [{ id, ...rest, createdAt, updatedAt }])
    const changed = await ana.call('PUT', `/api/webhook/${id}`, { retryPolicy: 'extended' })
    const rows = await gateway.db.query<{ row: string }>(sql`select webhook::text as row from webhook where id = ${id}`)
    assert.equal(rows.length, 1)
    for (const text of [read.text, changed.text, rows[0]?.row]) assert.ok(!text?.includes('whsec_'))
  })

  it('chooses from a catalogue of events, each with a sentence', async () => {
    const { status, body } = await ana.call('GET', '/api/webhook/events')
    assert.equal(status, 200)
    assert.deepEqual([body.nextCursor, body.brand], [null, 'Service'])
    const paid = body.data.find(({ event }: { event: string }) => event === 'sale.paid')
    assert.deepEqual(paid, { event: 'sale.paid', description: 'The payment was confirmed' })
    const events = body.data.map(({ event }: { event: string }) => event)
    assert.deepEqual((await create(ana, { webhookUrl: url, events })).events, events)
  })

  it('finds each of these events in the guide, in both languages', async () => {
    const { body } = await ana.call('GET', '/api/webhook/events')
    for (const language of ['en', 'pt']) {
      const guide = await (await fetch(`${gateway.url}/docs/${language}/notifications.md`)).text()
      const unnamed = body.data.filter(({ event }: { event: string }) => !guide.includes(`\n| \`${event}\` |`))
      assert.deepEqual(unnamed, [], language)
    }
  })

  it('has a secret of its own', async () => {
    const one = await create(ana, { webhookUrl: url, events: ['sale.paid'] })
    const other = await create(ana, { webhookUrl: url, events: ['sale.paid'] })
    assert.notEqual(one.secret, other.secret)
    assert.notEqual(one.id, other.id)
  })

  it('receives exactly the events that were chosen, each once; of the cart only by choice', async () => {
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
      ['standardHeaders', { webhookUrl: url, events, standardHeaders: 'yes' }],
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
      standardHeaders: false,
      active: true,
      disabledAt: null,
      disabledReason: null,
      nextSecretFrom: null,
      createdAt: first.createdAt,
    })
    assert.ok(updatedAt >= first.updatedAt)
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
        await ana.call('POST', `/api/webhook/${id}/rotate-secret`),
        await ana.call('POST', `/api/webhook/${id}/activate-secret`),
        await ana.call('POST', `/api/webhook/${id}/test`),
      ].map(answer => answer.status)
      assert.deepEqual(statuses, Array(7).fill(status), id)
    }
  })

  it('is one of at most 50, also when they are created at once', async () => {
    const bia = await register(gateway)
    const body = { webhookUrl: url, events: ['sale.paid'] }
    const make = async () => (await bia.call('POST', '/api/webhook', body)).status
    for (let n = 0; n < 45; n++) assert.equal(await make(), 201)
    const statuses = await Promise.all(Array.from({ length: 10 }, make))
    assert.deepEqual(statuses.sort(), [...Array(5).fill(201), ...Array(5).fill(409)])
    assert.equal((await bia.call('GET', '/api/webhook')).body.length, 50)
  })
})

describe('a webhook in production', () => {
  it('is refused at a private or loopback address, when created and when changed', async () => {
    await using gateway = await openTestGateway({ env: { ...PRODUCTION, SIGN_UP: 'open' } })
    const ana = await register(gateway)
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
    await gateway.db.query(sql`update webhook set url = 'http://127.0.0.1:9/'`)
    const off = await ana.call('PUT', `/api/webhook/${body.id}`, { active: false }, { origin })
    assert.deepEqual([off.status, off.body.active], [200, false])
  })
})
