// The signatures on what the gateway sends out. Bodies are signed as the bytes that go over the wire, never as an object written out
// again.
import type { RandomBytes } from '../time.ts'
import { type HmacKey, hmacKey, hmacSha256 } from './hmac.ts'

const SECRET_BYTES = 32

/** A secret made ready to sign with. */
export interface SigningKey {
  /** Of the secret's whole text, its prefix included. */
  text: HmacKey
  /** Of the bytes behind the prefix, for Standard Webhooks; null where the secret is none of ours. */
  bytes: HmacKey | null
}

const PREFIX = 'whsec_'

/** Throws on an empty secret: anybody can sign with that. */
export function keyOf(secret: string): SigningKey {
  if (secret === '') throw new RangeError('a secret has at least one character')
  const bytes = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : null
  return {
    text: hmacKey(Buffer.from(secret, 'utf8')),
    bytes: bytes === null || bytes.length === 0 ? null : hmacKey(bytes),
  }
}

/**
 * The permanent webhook's signature over "<timestamp>.<body>". The key is the whole text of the secret, its "whsec_" included,
 * as UTF-8. The timestamp is in whole seconds since the epoch.
 */
export function signWebhook(key: SigningKey, timestampSeconds: number, body: Buffer): string {
  const seconds = wholeSeconds(timestampSeconds)
  return `sha256=${hmacSha256(key.text, `${seconds}.`, body, 'hex')}`
}

/** The signature of Standard Webhooks 1.0 over "<id>.<timestamp>.<body>", in base64; null where the key is none of ours. */
export function signStandard(key: SigningKey, id: string, timestampSeconds: number, body: Buffer): string | null {
  if (key.bytes === null) return null
  const seconds = wholeSeconds(timestampSeconds)
  return `v1,${hmacSha256(key.bytes, `${id}.${seconds}.`, body, 'base64')}`
}

function wholeSeconds(seconds: number): number {
  if (Number.isSafeInteger(seconds)) return seconds
  throw new RangeError(`${seconds} is not a number of whole seconds`)
}

/** The postback's signature: the body alone, in lower-case hexadecimal. */
export function signPostback(key: SigningKey, body: Buffer): string {
  return hmacSha256(key.text, '', body, 'hex')
}

export function mintWebhookSecret(random: RandomBytes): string {
  return `${PREFIX}${random(SECRET_BYTES).toString('base64')}`
}
