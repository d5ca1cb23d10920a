// HMAC-SHA-256 (RFC 2104) over a short text and a body, made of two plain hashes. Node's own Hmac is an object per signature, and
// with thousands a second the garbage of those objects costs more than the hashing.
import { hash } from 'node:crypto'

/** A key made ready: it begins the inner hash, and the outer one. */
export interface HmacKey {
  readonly inner: Buffer
  /** With room for the inner hash behind it. */
  readonly outer: Buffer
}

const BLOCK = 64
const DIGEST = 32
const [INNER_PAD, OUTER_PAD] = [0x36, 0x5c]

export function hmacKey(secret: Buffer): HmacKey {
  const short = secret.length > BLOCK ? hash('sha256', secret, 'buffer') : secret
  const padded = (pad: number, bytes: number) => {
    const key = Buffer.alloc(bytes, pad)
    for (const [at, byte] of short.entries()) key[at] = byte ^ pad
    return key
  }
  return { inner: padded(INNER_PAD, BLOCK), outer: padded(OUTER_PAD, BLOCK + DIGEST) }
}

/** `head` is plain ASCII and stands before the body. */
export function hmacSha256({ inner, outer }: HmacKey, head: string, body: Buffer, as: 'hex' | 'base64'): string {
  const message = Buffer.allocUnsafe(BLOCK + head.length + body.length)
  inner.copy(message)
  message.write(head, BLOCK, 'latin1')
  body.copy(message, BLOCK + head.length)
  // Nobody else touches it between these two lines.
  hash('sha256', message, 'buffer').copy(outer, BLOCK)
  return hash('sha256', outer, as)
}
