// What a real gateway sent, altered: each alteration is refused, with its reason, and with the status that makes the gateway
// try again only where the receiver is at fault.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asyncProperty, assert as holds, integer } from 'fast-check'
import {
  type PostbackInput,
  VerificationError,
  type VerificationReason,
  verifyPostback,
  verifyWebhook,
  type WebhookInput,
} from '../../sdk/typescript/src/verify.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openShop } from '../notification/shop.ts'
import { type Notification, openReceiver, type Receiver } from '../receiver.ts'
import { type Genuine, OF_POSTBACKS, OF_WEBHOOKS } from './alterations.ts'

const POSTBACK_SECRET = 'a secret for postbacks'
const RECEIVERS_FAULTS: VerificationReason[] = ['BODY_NOT_BYTES', 'SECRET_EMPTY', 'OPTION_INVALID']

const verdictOn = async (verify: () => Promise<unknown>) => {
  try {
    await verify()
    return 'verified'
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    assert.equal(error.statusCode, RECEIVERS_FAULTS.includes(error.reason) ? 500 : 400)
    return error.reason
  }
}

describe('an altered notification is refused', () => {
  let gateway: TestGateway
  let receiver: Receiver
  let webhook: Genuine
  let postback: Genuine
  before(async () => {
    gateway = await openTestGateway({ env: { POSTBACK_SECRET } })
    receiver = await openReceiver()
    const shop = await openShop(gateway)
    const { secret } = await shop.signed({ url: `${receiver.url}/webhook` }, ['sale.paid'])
    const sale = await shop.seller.sell(100_00, { postbackUrl: `${receiver.url}/postback` })
    await gateway.pay(sale.pixKey)
    const genuine = async (path: string, key: string): Promise<Genuine> => {
      const [notification] = (await receiver.gets(1, one => one.path === path)) as [Notification]
      return { body: notification.raw, headers: notification.headers as Record<string, string>, secret: key }
    }
    webhook = await genuine('/webhook', secret)
    postback = await genuine('/postback', POSTBACK_SECRET)
  })
  after(async () => {
    await gateway[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })

  const asWebhook = (input: object) => verdictOn(() => verifyWebhook(input as WebhookInput))
  const asPostback = (input: object) => verdictOn(() => verifyPostback(input as PostbackInput))

  it('and what was not altered is verified', async () => {
    assert.deepEqual([await asWebhook(webhook), await asPostback(postback)], ['verified', 'verified'])
    assert.equal(await asPostback({ ...webhook, secret: POSTBACK_SECRET }), 'HEADER_MISSING')
    assert.equal(await asWebhook(postback), 'HEADER_MISSING')
  })

  for (const [what, change, reason] of OF_WEBHOOKS)
    it(`a webhook with ${what}: ${reason}`, async () => {
      assert.equal(await asWebhook({ ...webhook, ...change(webhook) }), reason)
    })
  for (const [what, change, reason] of OF_POSTBACKS)
    it(`a postback with ${what}: ${reason}`, async () => {
      assert.equal(await asPostback({ ...postback, ...change(postback) }), reason)
    })

  it('whichever bit of the body or of the signature is another', async () => {
    const flipped = (bytes: Buffer, bit: number) => {
      const changed = Buffer.from(bytes)
      const at = Math.floor(bit / 8) % bytes.length
      changed[at] = (bytes[at] ?? 0) ^ (1 << (bit % 8))
      return changed
    }
    const bit = integer({ min: 0, max: webhook.body.length * 8 - 1 })
    await holds(
      asyncProperty(bit, async at => {
        assert.equal(await asWebhook({ ...webhook, body: flipped(webhook.body, at) }), 'SIGNATURE_MISMATCH')
        assert.equal(await asPostback({ ...postback, body: flipped(postback.body, at) }), 'SIGNATURE_MISMATCH')
        const hex = flipped(Buffer.from(postback.headers['x-signature'] ?? '', 'hex'), at).toString('hex')
        const headers = { ...postback.headers, 'x-signature': hex }
        assert.equal(await asPostback({ ...postback, headers }), 'SIGNATURE_MISMATCH')
      }),
    )
  })

  it('but not for what a proxy may do: other cases of names, values in lists of one, headers of its own', async () => {
    const upper = Object.entries(webhook.headers).map(([name, value]) => [name.toUpperCase(), [value]])
    const headers = { ...Object.fromEntries(upper), 'X-Forwarded-For': ['a', 'b'], Via: undefined }
    assert.equal(await asWebhook({ ...webhook, headers }), 'verified')
    assert.equal(await asWebhook({ ...webhook, headers: new Map(Object.entries(webhook.headers)) }), 'verified')
  })

  it('nor for its event id, its type and its sequence: the signature does not cover them, as the types say', async () => {
    const headers = { ...webhook.headers, 'x-service-event-id': 'another', 'x-service-event-type': 'sale.refused' }
    assert.equal(await asWebhook({ ...webhook, headers }), 'verified')
  })

  it('up to the second: 300 s away are taken, 301 are not', async () => {
    const signed = Number(webhook.headers['x-service-timestamp']) * 1000
    const at = (awaySeconds: number) => asWebhook({ ...webhook, now: new Date(signed + awaySeconds * 1000) })
    assert.deepEqual(await Promise.all([-301, -300, 300, 301].map(at)), [
      'TIMESTAMP_OUT_OF_TOLERANCE',
      'verified',
      'verified',
      'TIMESTAMP_OUT_OF_TOLERANCE',
    ])
  })

  it('without revealing the secret or the signature that would have been right', async () => {
    const secret = 'whsec_another'
    await assert.rejects(
      verifyWebhook({ ...webhook, secret }),
      ({ message, stack }: Error) => !`${message}${stack}`.includes(secret) && !/[0-9a-f]{16}/.test(message),
    )
  })
})
