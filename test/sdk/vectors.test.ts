// The published known answers: openssl computes them, our signing computes them, the library of Standard Webhooks accepts them, and so does
// what receivers get to verify with.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it, mock } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { keyOf, signPostback, signStandard, signWebhook } from '#kernel/crypto/signature.ts'
import { type VerificationError, verifyPostback, verifyWebhook } from '../../sdk/typescript/src/verify.ts'
import { hasOpenssl, vectorsByOpenssl } from './make-vectors.ts'
import { type Answer, bodyNamed, bytesOf, published } from './vectors.ts'

const MIB = 1024 * 1024

describe('the published vectors', () => {
  const vectors = published()
  const body = ({ body: name }: Answer) => bodyNamed(vectors, name)

  it('are what openssl says', { skip: !hasOpenssl() && 'there is no openssl here' }, () => {
    assert.deepEqual(vectorsByOpenssl(), vectors)
  })

  it('say of each body how long it is and what its digest is, so that a reader knows that theirs is the same', () => {
    for (const { form, bytes, sha256 } of Object.values(vectors.bodies)) {
      const built = bytesOf(form)
      assert.deepEqual([built.length, createHash('sha256').update(built).digest('hex')], [bytes, sha256])
    }
    assert.equal(vectors.bodies['1 MiB']?.bytes, MIB)
  })

  it('hold bodies that no JSON parser gives back as they were', () => {
    for (const name of ['escapes', 'key order', 'key twice', 'blanks', 'numbers']) {
      const raw = bodyNamed(vectors, name).toString('utf8')
      assert.notEqual(JSON.stringify(JSON.parse(raw)), raw, name)
    }
  })

  it('cover every body in each of the three schemes', () => {
    const names = Object.keys(vectors.bodies)
    for (const answers of [vectors.webhook, vectors.postback, vectors.standardWebhooks])
      assert.deepEqual([...new Set(answers.map(answer => answer.body))], names)
  })

  it('are what the engine signs', () => {
    for (const one of vectors.webhook)
      assert.equal(signWebhook(keyOf(one.secret), one.timestamp, body(one)), one.signature, one.body)
    for (const one of vectors.postback)
      assert.equal(signPostback(keyOf(one.secret), body(one)), one.signature, one.body)
    for (const one of vectors.standardWebhooks)
      assert.equal(signStandard(keyOf(one.secret), one.id, one.timestamp, body(one)), one.signature, one.body)
  })

  it('are taken by verifyWebhook, which gives the payload where the body is JSON', async () => {
    for (const one of vectors.webhook) {
      const verify = () =>
        verifyWebhook({
          body: body(one),
          headers: {
            'X-Service-Timestamp': String(one.timestamp),
            'X-Service-Signature': one.signature,
            'X-Service-Event-Id': 'one',
            'X-Service-Event-Type': 'sale.paid',
          },
          secret: one.secret,
          now: new Date(one.timestamp * 1000),
        })
      await assertTaken(one.body, verify)
    }
  })

  it('are taken by verifyPostback, which gives the payload where the body is JSON', async () => {
    for (const one of vectors.postback) {
      const headers = { 'X-Signature': one.signature }
      await assertTaken(one.body, () => verifyPostback({ body: body(one), headers, secret: one.secret }))
    }
  })

  /** The signature is judged first: that a body is no JSON is only said of one whose signature is right. */
  async function assertTaken(name: string, verify: () => Promise<{ payload: unknown }>): Promise<void> {
    const raw = bodyNamed(vectors, name)
    if (vectors.bodies[name]?.json) assert.deepEqual((await verify()).payload, JSON.parse(raw.toString('utf8')), name)
    else await assert.rejects(verify, ({ reason }: VerificationError) => reason === 'BODY_NOT_JSON', name)
  }

  it('are taken by the library of Standard Webhooks, where the body is text, as it is that which it signs', () => {
    for (const one of vectors.standardWebhooks.filter(({ body: name }) => name !== 'not UTF-8')) {
      mock.timers.enable({ apis: ['Date'], now: one.timestamp * 1000 })
      try {
        const headers = {
          'webhook-id': one.id,
          'webhook-timestamp': String(one.timestamp),
          'webhook-signature': one.signature,
        }
        const raw = body(one)
        const payload = new Webhook(one.secret).verify(raw, headers)
        if (raw.length > 0) assert.deepEqual(payload, JSON.parse(raw.toString('utf8')), one.body)
      } finally {
        mock.timers.reset()
      }
    }
  })
})

describe('what the engine signs now', () => {
  it('is taken by the library of Standard Webhooks, and a changed body is not', () => {
    const secret = published().standardWebhooks[0]?.secret ?? ''
    const seconds = Math.floor(Date.now() / 1000)
    const raw = Buffer.from('{"title":"Café ☕"}')
    const signature = signStandard(keyOf(secret), 'one', seconds, raw)
    const headers = { 'webhook-id': 'one', 'webhook-timestamp': String(seconds), 'webhook-signature': signature ?? '' }
    assert.deepEqual(new Webhook(secret).verify(raw, headers), { title: 'Café ☕' })
    assert.throws(
      () => new Webhook(secret).verify(Buffer.from('{"title":"Cafe ☕"}'), headers),
      /No matching signature/,
    )
  })
})
