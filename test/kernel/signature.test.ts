import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { keyOf, mintWebhookSecret, signPostback, signWebhook } from '#kernel/crypto/signature.ts'
import { systemRandom } from '#kernel/time.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

function opensslHmac(secret: string, input: Buffer): string {
  const key = `hexkey:${Buffer.from(secret, 'utf8').toString('hex')}`
  const { status, stdout, stderr } = spawnSync('openssl', ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', key, '-r'], {
    input,
  })
  assert.equal(status, 0, stderr.toString())
  return stdout.toString().split(' ')[0] ?? ''
}

const BODIES: [string, Buffer][] = [
  ['an empty body', Buffer.alloc(0)],
  ['JSON with accents', Buffer.from('{"customerName":"João da Conceição","amount":"15000"}')],
  ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0x0d, 0xc3])],
  ['100 kB of noise', randomBytes(100_000)],
]
const SECRETS = ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', 'segredo do lojista: ção', 'x'.repeat(200)]

describe('the postback signature', () => {
  it('is HMAC-SHA256 in lower-case hexadecimal (RFC 4231, test case 2)', () => {
    const expected = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
    assert.equal(signPostback(keyOf('Jefe'), Buffer.from('what do ya want for nothing?')), expected)
  })
})

describe('the webhook signature', () => {
  it('covers the timestamp, a full stop and the raw bytes', () => {
    // Signed with openssl: printf '1750000000.{"id":1}' | openssl dgst -sha256 -hmac "$secret"
    const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
    const expected = 'sha256=b4f94f5cd99da0f8a3943cd13b34671f13ae9d2a858c07121d6a2034064250c6'
    assert.equal(signWebhook(keyOf(secret), 1_750_000_000, Buffer.from('{"id":1}')), expected)
  })

  it('changes with the timestamp, the body and the secret', () => {
    const body = Buffer.from('{}')
    const signatures = [
      signWebhook(keyOf('a'), 1, body),
      signWebhook(keyOf('a'), 2, body),
      signWebhook(keyOf('a'), 1, Buffer.from('{ }')),
      signWebhook(keyOf('b'), 1, body),
    ]
    assert.equal(new Set(signatures).size, 4)
  })

  it('refuses a timestamp that is not in whole seconds', () => {
    for (const timestamp of [1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => signWebhook(keyOf('a'), timestamp, Buffer.alloc(0)), RangeError)
    }
  })
})

describe('openssl agrees', { skip: !hasOpenssl && 'there is no openssl here' }, () => {
  for (const [what, body] of BODIES) {
    it(`on ${what}`, () => {
      for (const secret of SECRETS) {
        assert.equal(signPostback(keyOf(secret), body), opensslHmac(secret, body))
        const base = Buffer.concat([Buffer.from('1750000000.'), body])
        assert.equal(signWebhook(keyOf(secret), 1_750_000_000, body), `sha256=${opensslHmac(secret, base)}`)
      }
    })
  }
})

describe('a webhook secret', () => {
  it('is whsec_ and the base64 of 32 bytes', () => {
    const bytes = (count: number) => Buffer.from(Array.from({ length: count }, (_, index) => index))
    assert.equal(mintWebhookSecret(bytes), 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=')
    assert.match(mintWebhookSecret(systemRandom), /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.notEqual(mintWebhookSecret(systemRandom), mintWebhookSecret(systemRandom))
  })
})
