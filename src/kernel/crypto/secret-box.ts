// Secrets at rest: AES-256-GCM under the operator's key, as one line of text "v1.<nonce, ciphertext, tag>". What was altered, or
// sealed under a key that is not at hand, is never opened halfway: it throws, and the error holds nothing of the text.
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto'
import type { RandomBytes } from '../time.ts'

export type SecretBox = { seal(text: string): string; open(sealed: string): string }

const VERSION = 'v1.'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG = { authTagLength: 16 }

/** Seals under `key`, and opens what was sealed under it. The key is 32 bytes long. */
export function makeSecretBox(key: Buffer, random: RandomBytes): SecretBox {
  const secret = secretKey(key)
  return {
    seal: text => encrypt(secret, random(NONCE_BYTES), text),
    open: sealed => decrypt(secret, decode(sealed)),
  }
}

function secretKey(key: Buffer): KeyObject {
  if (key.length !== KEY_BYTES) throw new RangeError(`an encryption key has ${KEY_BYTES} bytes, not ${key.length}`)
  return createSecretKey(key)
}

function encrypt(key: KeyObject, nonce: Buffer, text: string): string {
  const cipher = createCipheriv(CIPHER, key, nonce, TAG).setAAD(Buffer.from(VERSION))
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return VERSION + bytes.toString('base64url')
}

/** Node's decoder skips what it does not know, so only a text that encodes back to itself is taken. */
function decode(sealed: string): Buffer {
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
  const isWhole = bytes.length >= NONCE_BYTES + TAG.authTagLength
  if (!isWhole || VERSION + bytes.toString('base64url') !== sealed) throw new Error('not a sealed text of version 1')
  return bytes
}

function decrypt(key: KeyObject, bytes: Buffer): string {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), TAG).setAAD(Buffer.from(VERSION))
  decipher.setAuthTag(bytes.subarray(-TAG.authTagLength))
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG.authTagLength))
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    throw new Error('a sealed text was altered, or its key is not at hand')
  }
}
