// Secrets at rest: AES-256-GCM under the operator's key, as one line of text "v2.<key>.<nonce, ciphertext, tag>". The name of the key
// follows from the key. What was altered, or sealed under a key that is not at hand, is never opened halfway: it throws, and the
// error holds nothing of the text. Texts of version 1 name no key: each one at hand is tried.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { RandomBytes } from '../time.ts'

export type SecretBox = { seal(text: string): string; open(sealed: string): string }

export interface KeyedBox extends SecretBox {
  /** What everything begins with that is sealed under the present key. */
  head: string
}

interface Key {
  secret: KeyObject
  head: string
}

const V1 = 'v1.'
const V2 = 'v2.'
const HEAD = /^(?:v1\.|v2\.[0-9a-f]{8}\.)/
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NAME_BYTES = 4
const NONCE_BYTES = 12
const TAG = { authTagLength: 16 }

/** Seals under `key`, and opens what was sealed under it or under `other`. Keys are 32 bytes long. */
export function makeSecretBox(key: Buffer, random: RandomBytes, other: Buffer | null = null): KeyedBox {
  const present = keyOf(key)
  const keys = other === null ? [present] : [present, keyOf(other)]
  return {
    head: present.head,
    seal: text => encrypt(present, random(NONCE_BYTES), text),
    open(sealed) {
      const { head, bytes } = decode(sealed)
      for (const { secret } of keys.filter(one => head === V1 || one.head === head)) {
        const text = decrypt(secret, head, bytes)
        if (text !== null) return text
      }
      throw new Error('a sealed text was altered, or its key is not at hand')
    },
  }
}

function keyOf(key: Buffer): Key {
  if (key.length !== KEY_BYTES) throw new RangeError(`an encryption key has ${KEY_BYTES} bytes, not ${key.length}`)
  const name = createHmac('sha256', key).update('porteira key name').digest().subarray(0, NAME_BYTES).toString('hex')
  return { secret: createSecretKey(key), head: `${V2}${name}.` }
}

function encrypt({ secret, head }: Key, nonce: Buffer, text: string): string {
  const cipher = createCipheriv(CIPHER, secret, nonce, TAG).setAAD(Buffer.from(head))
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return head + bytes.toString('base64url')
}

/** Node's decoder skips what it does not know, so only a text that encodes back to itself is taken. */
function decode(sealed: string): { head: string; bytes: Buffer } {
  const head = HEAD.exec(sealed)?.[0] ?? ''
  const bytes = Buffer.from(sealed.slice(head.length), 'base64url')
  const isWhole = head !== '' && bytes.length >= NONCE_BYTES + TAG.authTagLength
  if (!isWhole || head + bytes.toString('base64url') !== sealed) throw new Error('not a sealed text')
  return { head, bytes }
}

function decrypt(key: KeyObject, head: string, bytes: Buffer): string | null {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), TAG).setAAD(Buffer.from(head))
  decipher.setAuthTag(bytes.subarray(-TAG.authTagLength))
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG.authTagLength))
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
