import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { hashPrivateKey, isPrivateKey, looksLikeKey, mintKeyPair } from '#kernel/crypto/api-key-text.ts'
import { systemRandom } from '#kernel/time.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('a key pair', () => {
  it('names its side and its environment', () => {
    for (const environment of ['live', 'test'] as const) {
      const { publicKey, privateKey } = mintKeyPair(environment, systemRandom)
      assert.match(publicKey, new RegExp(`^pk_${environment}_[0-9A-Za-z]{32}$`))
      assert.match(privateKey, new RegExp(`^sk_${environment}_[0-9A-Za-z]{32}$`))
    }
  })

  it('shares nothing between its two keys, nor with another pair', () => {
    const pairs = Array.from({ length: 1_000 }, () => mintKeyPair('live', systemRandom))
    const secrets = pairs.flatMap(({ publicKey, privateKey }) => [publicKey.slice(8, 34), privateKey.slice(8, 34)])
    assert.equal(new Set(secrets).size, 2_000)
  })

  it('keeps its checksum for good: keys that were given out stay valid', () => {
    const { publicKey, privateKey } = mintKeyPair('live', count => Buffer.alloc(count))
    assert.equal(publicKey, 'pk_live_00000000000000000000000000aq9nob')
    assert.equal(privateKey, 'sk_live_00000000000000000000000000kjHcdO')
  })
})

describe('the look of a key', () => {
  const { publicKey, privateKey } = mintKeyPair('test', systemRandom)

  it('is right for its own side only', () => {
    assert.equal(looksLikeKey(publicKey, 'pk'), true)
    assert.equal(looksLikeKey(privateKey, 'sk'), true)
    assert.equal(looksLikeKey(publicKey, 'sk'), false)
    assert.equal(looksLikeKey(privateKey, 'pk'), false)
    assert.equal(looksLikeKey(publicKey.replace('pk', 'sk'), 'sk'), false)
    assert.equal(looksLikeKey(publicKey.replace('test', 'live'), 'pk'), false)
  })

  it('is wrong after any one character is changed', () => {
    for (let at = 0; at < privateKey.length; at++) {
      for (const character of `${BASE62}_- é`) {
        if (character === privateKey[at]) continue
        const typo = privateKey.slice(0, at) + character + privateKey.slice(at + 1)
        assert.equal(looksLikeKey(typo, 'sk'), false, `character ${at} as ${character}`)
      }
    }
  })

  it('is wrong for any other form', () => {
    const others = [
      '',
      'sk',
      'sk_test_',
      privateKey.slice(1),
      privateKey.slice(0, -1),
      `${privateKey}0`,
      ` ${privateKey}`,
    ]
    for (const text of [...others, `${privateKey}\n`, privateKey.toUpperCase(), 'sk_test_'.repeat(1_000_000)]) {
      assert.equal(looksLikeKey(text, 'sk'), false, text.slice(0, 50))
    }
  })
})

describe('the hash of a private key', () => {
  it('is its SHA-256', () => {
    assert.deepEqual(hashPrivateKey('sk_live_x'), createHash('sha256').update('sk_live_x', 'utf8').digest())
    const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    assert.equal(hashPrivateKey('abc').toString('hex'), expected)
  })

  it('is that of this text alone, whatever else it is compared with', () => {
    const hash = hashPrivateKey('ção')
    assert.equal(isPrivateKey('ção', hash), true)
    for (const text of ['cao', 'çã', 'çãoo', '', hash.toString('hex')]) assert.equal(isPrivateKey(text, hash), false)
    for (const other of [Buffer.alloc(32), hash.subarray(1), Buffer.concat([hash, hash]), Buffer.alloc(0)])
      assert.equal(isPrivateKey('ção', other), false)
  })
})
