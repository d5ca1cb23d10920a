// What a real gateway sends over HTTP is taken by what receivers are given to verify with, and by the library of Standard
// Webhooks: the first time, again, and while a secret is being changed.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { type VerificationError, verifyPostback, verifyWebhook } from '../../sdk/typescript/src/verify.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { type Notification, openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'

const POSTBACK_SECRET = 'segredo da loja: ção'
const MISMATCH = ({ reason }: VerificationError) => reason === 'SIGNATURE_MISMATCH'

const sent = ({ raw: body, headers }: Notification) => ({ body, headers })

describe('what the gateway sends', () => {
  let gateway: TestGateway
  let receiver: Receiver
  before(async () => {
    gateway = await openTestGateway({ env: { POSTBACK_SECRET } })
    receiver = await openReceiver()
  })
  after(async () => {
    await gateway[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })

  /** A sale, and what the webhook at this path receives of it. */
  async function heard(shop: Shop, path: string, more = {}): Promise<Notification> {
    const sale = await shop.seller.sell(100_00, { customer: { name: 'José "Zé" da Conceição ☕' }, ...more })
    const [reported] = await receiver.gets(1, ({ path: at, body }) => at === path && body.uuid === sale.uuid)
    return reported as Notification
  }

  it('is verified, with Node’s headers and with fetch’s', async () => {
    const shop = await openShop(gateway)
    const { secret } = await shop.signed({ url: `${receiver.url}/first` }, ['sale.pending'])
    const notification = await heard(shop, '/first')
    const event = await verifyWebhook({ ...sent(notification), secret })
    assert.deepEqual(event, {
      eventId: notification.headers['x-service-event-id'],
      type: 'sale.pending',
      sequence: Number(notification.headers['x-service-event-sequence']),
      timestamp: new Date(Number(notification.headers['x-service-timestamp']) * 1000),
      isRedelivery: false,
      payload: notification.body,
    })
    const headers = new Headers(notification.headers as Record<string, string>)
    const body = new Uint8Array(notification.raw).buffer
    assert.deepEqual(await verifyWebhook({ body, headers, secret }), event)
  })

  it('again is verified, and says that it is sent again', async () => {
    const shop = await openShop(gateway)
    const { id, secret } = await shop.signed({ url: `${receiver.url}/again` }, ['sale.pending'])
    const first = await verifyWebhook({ ...sent(await heard(shop, '/again')), secret })
    const entry = await until(async () => {
      const { body } = await shop.person.call('GET', `/api/webhook/${id}/deliveries`)
      return body[0]?.status === 'DELIVERED' ? body[0] : null
    }, 'the delivery to be in the log')
    assert.equal((await shop.person.call('POST', `/api/webhook/deliveries/${entry.id}/resend`)).status, 202)
    const [, reported] = await receiver.gets(2, ({ path }) => path === '/again')
    const { timestamp, ...again } = await verifyWebhook({ ...sent(reported as Notification), secret })
    assert.ok(timestamp >= first.timestamp)
    const { timestamp: _, ...before } = first
    assert.deepEqual(again, { ...before, isRedelivery: true })
  })

  it('under another brand is verified with that brand alone', async () => {
    await using acme = await openTestGateway({ env: { BRAND: 'Acme' } })
    const shop = await openShop(acme)
    const { secret } = await shop.signed({ url: `${receiver.url}/acme` }, ['sale.pending'])
    const notification = await heard(shop, '/acme')
    assert.equal((await verifyWebhook({ ...sent(notification), secret, brand: 'Acme' })).type, 'sale.pending')
    await assert.rejects(verifyWebhook({ ...sent(notification), secret }), {
      reason: 'HEADER_MISSING',
      message: 'X-Service-Timestamp is missing',
    })
  })

  it('to a postback address is verified', async () => {
    const shop = await openShop(gateway)
    const sale = await shop.seller.sell(100_00, { postbackUrl: `${receiver.url}/postback` })
    await gateway.pay(sale.pixKey)
    const [notification] = (await receiver.gets(1, ({ path }) => path === '/postback')) as [Notification]
    const { eventId, sequence, payload } = await verifyPostback({ ...sent(notification), secret: POSTBACK_SECRET })
    assert.deepEqual(payload, notification.body)
    const { headers } = notification
    assert.deepEqual([eventId, String(sequence)], [headers['x-service-event-id'], headers['x-service-event-sequence']])
    await assert.rejects(verifyPostback({ ...sent(notification), secret: `${POSTBACK_SECRET} ` }), MISMATCH)
  })

  it('during a rotation is verified with the old secret, with the new one and with both, and then with the new one', async () => {
    // A gateway of its own, since its clock is moved.
    await using moved = await openTestGateway()
    const shop = await openShop(moved)
    const { id, secret: old } = await shop.signed({ url: `${receiver.url}/rotation` }, ['sale.pending'])
    const { secret: fresh } = (await shop.person.call('POST', `/api/webhook/${id}/rotate-secret`)).body
    const both = await heard(shop, '/rotation')
    for (const secrets of [[old], [fresh], [old, fresh], [fresh, 'whsec_another']])
      assert.deepEqual((await verifyWebhook({ ...sent(both), secrets })).payload, both.body)
    await assert.rejects(verifyWebhook({ ...sent(both), secret: 'whsec_another' }), MISMATCH)

    moved.advance(DAY_MS + MINUTE_MS)
    const now = new Date(Date.now() + DAY_MS + MINUTE_MS)
    const swapped = await heard(shop, '/rotation')
    assert.deepEqual((await verifyWebhook({ ...sent(swapped), secrets: [old, fresh], now })).payload, swapped.body)
    await assert.rejects(verifyWebhook({ ...sent(swapped), secret: old, now }), MISMATCH)
    const late = new Date(now.getTime() + 5 * MINUTE_MS + 10 * SECOND_MS)
    await assert.rejects(verifyWebhook({ ...sent(swapped), secret: fresh, now: late }), {
      reason: 'TIMESTAMP_OUT_OF_TOLERANCE',
    })
  })

  it('with the headers of Standard Webhooks is verified by their library too, and a changed body is not', async () => {
    const shop = await openShop(gateway)
    const more = { standardHeaders: true }
    const { secret } = await shop.signed({ url: `${receiver.url}/standard` }, ['sale.pending'], more)
    const notification = await heard(shop, '/standard')
    const headers = notification.headers as Record<string, string>
    assert.deepEqual(new Webhook(secret).verify(notification.raw, headers), notification.body)
    assert.deepEqual((await verifyWebhook({ ...sent(notification), secret })).payload, notification.body)
    const changed = Buffer.from(notification.raw.toString('utf8').replace('10000', '10001'))
    assert.throws(() => new Webhook(secret).verify(changed, headers), /No matching signature/)
  })
})
