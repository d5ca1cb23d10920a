// A test event goes to one webhook, by the same way as every event, and looks like nothing that has happened.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#kernel/time.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Notification, openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { refusal, verify } from './new-webhook.ts'
import { openShop, type Shop } from './shop.ts'

describe('a test of a webhook', () => {
  let gateway: TestGateway
  let receiver: Receiver
  let other: Receiver
  before(async () => {
    gateway = await openTestGateway()
    receiver = await openReceiver()
    other = await openReceiver()
  })
  after(async () => {
    await gateway[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
    await other[Symbol.asyncDispose]()
  })

  const test = (shop: Shop, id: number) => shop.person.call('POST', `/api/webhook/${id}/test`)
  const at = (path: string, count: number) => receiver.gets(count, notification => notification.path === path)
  const entry = async (shop: Shop, webhookId: number, id: number) => {
    const { body } = await shop.person.call('GET', `/api/webhook/${webhookId}/deliveries`)
    return (body.data ?? body).find((delivery: { id: number }) => delivery.id === id)
  }
  const ended = (shop: Shop, webhookId: number, id: number) =>
    until(async () => {
      const found = await entry(shop, webhookId, id)
      return found?.status === 'PENDING' ? null : found
    }, `delivery ${id} to end`)

  it('goes to that webhook alone, signed, and is in its log', async () => {
    const shop = await openShop(gateway)
    const { id, secret } = await shop.signed({ url: `${receiver.url}/signed` }, ['sale.paid'])
    await shop.signed(other, ['sale.paid'])
    const answer = await test(shop, id)
    assert.equal(answer.status, 202)
    const { id: deliveryId, eventId, status, ...rest } = answer.body
    assert.deepEqual([status, rest], ['PENDING', {}])

    const [notification] = (await at('/signed', 1)) as [Notification]
    verify(secret, notification)
    assert.equal(notification.headers['x-service-event-id'], eventId)
    assert.equal(notification.headers['x-service-event-type'], 'webhook.test')
    assert.equal(notification.headers['x-service-event-sequence'], '1')
    const { createdAt, message, ...body } = notification.body
    assert.deepEqual(body, { type: 'TEST', id: eventId, webhookId: id })
    assert.deepEqual(Object.keys(notification.body), ['type', 'id', 'webhookId', 'createdAt', 'message'])
    assert.equal(new Date(createdAt).toISOString(), createdAt)
    assert.match(message, /test/)

    const logged = await ended(shop, id, deliveryId)
    assert.deepEqual(
      [logged.eventId, logged.event, logged.status, logged.httpStatus, logged.attempts],
      [eventId, 'webhook.test', 'DELIVERED', 200, 1],
    )
    assert.deepEqual(logged.payload, notification.body)
    await untilIdle(gateway)
    assert.deepEqual(other.received, [])
  })

  it('each time is an event of its own, and a resend of one is not', async () => {
    const shop = await openShop(gateway)
    const { id } = await shop.signed({ url: `${receiver.url}/own` }, ['sale.paid'])
    const first = (await test(shop, id)).body
    const second = (await test(shop, id)).body
    assert.notEqual(first.eventId, second.eventId)
    await at('/own', 2)
    await ended(shop, id, first.id)
    assert.equal((await shop.person.call('POST', `/api/webhook/deliveries/${first.id}/resend`)).status, 202)
    const [, , again] = await at('/own', 3)
    assert.deepEqual(
      [again?.headers['x-service-event-id'], again?.headers['x-service-redelivery']],
      [first.eventId, 'true'],
    )
    await untilIdle(gateway)
    await assertBooks(gateway)
  })

  it('of the type WITHDRAWAL is unsigned and is no withdrawal', async () => {
    const shop = await openShop(gateway)
    const { id } = await shop.unsigned({ url: `${receiver.url}/unsigned` })
    const { eventId } = (await test(shop, id)).body
    const [notification] = (await at('/unsigned', 1)) as [Notification]
    assert.deepEqual(
      Object.keys(notification.headers).filter(name => name.startsWith('x-')),
      ['x-service-event-id', 'x-service-event-sequence'],
    )
    assert.deepEqual([notification.body.type, notification.body.id, notification.body.webhookId], ['TEST', eventId, id])
  })

  it('is tried again like any event, and judged like one', async () => {
    await using strict = await openReceiver()
    strict.answers.splice(0, 1, 500, 404)
    const shop = await openShop(gateway)
    const { id } = await shop.signed(strict, ['sale.paid'])
    const { id: deliveryId } = (await test(shop, id)).body
    const { status, attempts, httpStatus } = await ended(shop, id, deliveryId)
    assert.deepEqual([status, attempts, httpStatus], ['FAILED', 2, 404])
  })

  it('is refused while the webhook is switched off', async () => {
    const shop = await openShop(gateway)
    const { id } = await shop.signed({ url: `${receiver.url}/off` }, ['sale.paid'], { active: false })
    assert.deepEqual(refusal(await test(shop, id)), [409, 'CONFLICT'])
    await shop.person.call('PUT', `/api/webhook/${id}`, { active: true })
    assert.equal((await test(shop, id)).status, 202)
    await at('/off', 1)
  })

  it('is made five times a minute at most, also at once', async () => {
    const shop = await openShop(gateway)
    const { id } = await shop.signed({ url: `${receiver.url}/often` }, ['sale.paid'])
    const { id: next } = await shop.signed({ url: `${receiver.url}/next` }, ['sale.paid'])
    const answers = await Promise.all(Array.from({ length: 8 }, () => test(shop, id)))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [...Array(5).fill(202), ...Array(3).fill(429)])
    const refused = answers.find(({ status }) => status === 429)
    assert.equal(refused?.body.error.code, 'RATE_LIMITED')
    const wait = Number(refused?.headers.get('retry-after'))
    assert.ok(wait > 50 && wait <= 60, String(wait))
    assert.equal((await test(shop, next)).status, 202)
    await at('/often', 5)
    gateway.advance(MINUTE_MS)
    assert.equal((await test(shop, id)).status, 202)
  })
})
