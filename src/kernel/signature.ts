// The signatures on what the house sends out, and the comparison of secrets that tells nothing by the time it takes. Bodies are
// signed as the bytes that go over the wire, never as an object written out again.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from './time.ts'

const SECRET_BYTES = 32

/**
 * The permanent webhook's signature over "<timestamp>.<body>". The key is the whole text of the secret, its "whsec_" included,
 * as UTF-8. The timestamp is in whole seconds since the epoch.
 */
export function signWebhook(secret: string, timestampSeconds: number, body: Buffer): string {
  if (!Number.isSafeInteger(timestampSeconds))
    throw new RangeError(`${timestampSeconds} is not a number of whole seconds`)
  return `sha256=${createHmac('sha256', secret).update(`${timestampSeconds}.`).update(body).digest('hex')}`
}

/** The postback's signature: the body alone, in lower-case hexadecimal. */
export function signPostback(secret: string, body: Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

export function mintWebhookSecret(random: RandomBytes): string {
  return `whsec_${random(SECRET_BYTES).toString('base64')}`
}

/** Equal or not, in a time that depends on neither the content nor where the two differ: only their digests are compared. */
export function sameSecret(a: string | Buffer, b: string | Buffer): boolean {
  return timingSafeEqual(sha256(a), sha256(b))
}

function sha256(secret: string | Buffer): Buffer {
  return createHash('sha256').update(secret).digest()
}
