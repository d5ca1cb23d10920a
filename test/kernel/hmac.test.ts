// Our HMAC against Node's, for keys and bodies of every length around the block of the hash.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { hmacKey, hmacSha256 } from '#kernel/crypto/hmac.ts'

const bytes = (maxLength: number) => fc.uint8Array({ maxLength, minLength: 0 }).map(array => Buffer.from(array))
const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 60 })

test('an HMAC is what Node says it is', () => {
  fc.assert(
    fc.property(bytes(200), ascii, bytes(500), (secret, head, body) => {
      const key = hmacKey(secret)
      for (const as of ['hex', 'base64'] as const) {
        const expected = createHmac('sha256', secret).update(head).update(body).digest(as)
        assert.equal(hmacSha256(key, head, body, as), expected)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a key as long as the block, and one byte around it', () => {
  for (const length of [0, 1, 31, 32, 63, 64, 65, 128]) {
    const secret = Buffer.alloc(length, 7)
    const expected = createHmac('sha256', secret).update('body').digest('hex')
    assert.equal(hmacSha256(hmacKey(secret), '', Buffer.from('body'), 'hex'), expected)
  }
})
