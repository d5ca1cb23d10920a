import assert from 'node:assert/strict'
import { createDecipheriv, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { systemRandom } from '#kernel/time.ts'

const KEY = Buffer.alloc(32, 7)
const REFUSED = /^Error: (?:not a sealed text|a sealed text was altered, or its key is not at hand)$/
const { seal, open, head } = makeSecretBox(KEY, systemRandom)

function alterations(sealed: string): string[] {
  const places = [...sealed].map((_, at) => [sealed.slice(0, at), sealed.slice(at), sealed.slice(at + 1)] as const)
  return places.flatMap(([before, from, after]) => {
    const characters = [...'AZaz09-_.=+ \né']
    return [before + after, ...characters.flatMap(character => [before + character + after, before + character + from])]
  })
}

describe('an encrypted text', () => {
  it('opens to what was encrypted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const sealed = seal(text)
        assert.match(sealed, /^v2\.[0-9a-f]{8}\.[A-Za-z0-9_-]+$/)
        assert.equal(open(sealed), text)
      }),
    )
  })

  it('is never the same twice', () => assert.notEqual(seal('whsec_x'), seal('whsec_x')))

  it('is AES-256-GCM: 12 bytes of nonce, the ciphertext, 16 of tag, what is before it authenticated with it', () => {
    const sealed = seal('segredo')
    const bytes = Buffer.from(sealed.slice(head.length), 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', KEY, bytes.subarray(0, 12)).setAAD(Buffer.from(head))
    decipher.setAuthTag(bytes.subarray(-16))
    assert.equal(bytes.length, 12 + 7 + 16)
    assert.equal(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8'), 'segredo')
  })

  it('stays readable in the versions to come', () => {
    const fixed = makeSecretBox(KEY, count => Buffer.alloc(count, 1))
    const sealed = fixed.seal('whsec_x')
    assert.equal(sealed, 'v2.bfcabb8a.AQEBAQEBAQEBAQEBAYn60vPglDMg1SBVwmoUrrn5IJPJjaU')
    assert.equal(open(sealed), 'whsec_x')
    assert.equal(open('v1.AQEBAQEBAQEBAQEBAYn60vPglJIGnP6pekafwrGy-xuZCHU'), 'whsec_x')
  })

  it('does not open after any one character is changed, added or lost', () => {
    const sealed = seal('whsec_x')
    for (const altered of alterations(sealed)) {
      if (altered !== sealed) assert.throws(() => open(altered), REFUSED, altered)
    }
  })

  it('does not open without its head or its tail, or as another version', () => {
    const sealed = seal('whsec_x')
    for (let length = 0; length < sealed.length; length++) assert.throws(() => open(sealed.slice(0, length)), REFUSED)
    for (const other of [
      `${sealed}=`,
      sealed.replace('v2.', 'v1.'),
      sealed.replace(head, 'v1.'),
      sealed.slice(3),
      'v1.',
      head,
      'whsec_x',
    ]) {
      assert.throws(() => open(other), REFUSED)
    }
  })

  it('does not open under another key, and the error reveals nothing of the text', () => {
    const other = makeSecretBox(randomBytes(32), systemRandom)
    assert.throws(() => other.open(seal('whsec_x')), new Error('a sealed text was altered, or its key is not at hand'))
  })

  it('opens under the other key of two, which seals nothing', () => {
    const [fresh, fixed] = [randomBytes(32), 'v1.AQEBAQEBAQEBAQEBAYn60vPglJIGnP6pekafwrGy-xuZCHU']
    const both = makeSecretBox(fresh, systemRandom, KEY)
    assert.deepEqual([both.open(seal('whsec_x')), both.open(fixed)], ['whsec_x', 'whsec_x'])
    assert.equal(makeSecretBox(fresh, systemRandom).open(both.seal('whsec_x')), 'whsec_x')
    assert.throws(() => open(both.seal('whsec_x')), REFUSED)
  })
})

describe('a key', () => {
  it('has 32 bytes', () => {
    for (const length of [0, 16, 31, 33, 64]) {
      const expected = new RangeError(`an encryption key has 32 bytes, not ${length}`)
      assert.throws(() => makeSecretBox(Buffer.alloc(length), systemRandom), expected)
    }
  })
})
