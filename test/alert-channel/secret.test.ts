// The secret of a channel that is a webhook is replaced without a message that its receiver could not judge: for a day both sign.
import assert from 'node:assert/strict'
import test from 'node:test'
import { keyOf, signStandard, signWebhook } from '#kernel/crypto/signature.ts'
import { DAY_MS } from '#kernel/time.ts'
import { registerOperator } from '../access/person.ts'
import { openTestGateway } from '../gateway.ts'
import { openReceiver } from '../receiver.ts'
import { CHANNELS, channel } from './things.ts'

test('a new secret signs beside the old one for 24 hours, and then alone', async () => {
  await using gateway = await openTestGateway()
  await using outside = await openReceiver()
  const olga = await registerOperator(gateway)
  const { id, secret: first } = await channel(olga, { kind: 'WEBHOOK', url: outside.url })
  const path = `${CHANNELS}/${id}`
  const post = async (name: string) => (await olga.call('POST', `${path}/${name}`)).body
  /** What signs a message that goes out now, in both forms. */
  async function assertSigned(...secrets: string[]): Promise<void> {
    assert.equal((await post('test')).delivered, true)
    const { headers, raw, body } = outside.received.at(-1) ?? assert.fail('nothing came')
    const timestamp = Number(headers['x-service-timestamp'])
    const keys = secrets.map(keyOf)
    assert.deepEqual(
      [headers['x-service-signature'], headers['x-service-signature-next']].filter(one => one !== undefined),
      keys.map(key => signWebhook(key, timestamp, raw)),
    )
    assert.equal(headers['webhook-signature'], keys.map(key => signStandard(key, body.id, timestamp, raw)).join(' '))
  }

  await assertSigned(first)
  const { secret: second, nextSecretFrom } = await post('rotate-secret')
  assert.ok(new Date(nextSecretFrom).getTime() > gateway.now().getTime() + DAY_MS - 60_000)
  await assertSigned(first, second)
  assert.equal((await post('activate-secret')).nextSecretFrom, null)
  await assertSigned(second)

  const { secret: third } = await post('rotate-secret')
  gateway.advance(DAY_MS)
  await assertSigned(third)
  const found = await olga.call('GET', path)
  assert.equal(found.body.nextSecretFrom, null)
  assert.ok(!/secret"/.test(found.text), 'it is shown once')

  const refused = await olga.call('POST', `${path}/activate-secret`)
  assert.deepEqual(
    [refused.status, refused.body.error.message],
    [409, 'This channel has no new secret that waits; rotate its secret first'],
  )
  const mail = await channel(olga, { kind: 'MAIL' })
  const other = await olga.call('POST', `${CHANNELS}/${mail.id}/rotate-secret`)
  assert.deepEqual([other.status, other.body.error.message], [409, 'Only a channel of the kind WEBHOOK has a secret'])
})
