// Whether one of the signatures was made over these bytes with one of the secrets. The comparison is the runtime's own, in constant time.
import { type WebCrypto, webCrypto } from '../webcrypto.ts'
import { VerificationError } from './error.ts'

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** Every secret is tried against every signature, found or not, so that the time tells nothing. `signatures` are hexadecimal. */
export async function assertSigned(
  secrets: readonly string[],
  signatures: readonly (string | null)[],
  before: string,
  body: Uint8Array,
): Promise<void> {
  const crypto = await webCrypto()
  const data = joined(new TextEncoder().encode(before), body)
  const given = signatures.flatMap(signature => (signature === null ? [] : [bytesOfHex(signature)]))
  const fits = await Promise.all(
    secrets.flatMap(secret => given.map(signature => isOver(crypto, secret, signature, data))),
  )
  if (!fits.includes(true)) {
    throw new VerificationError('SIGNATURE_MISMATCH', 'the signature was not made over this body with a known secret')
  }
}

async function isOver(
  { subtle }: WebCrypto,
  secret: string,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  const key = await subtle.importKey('raw', new TextEncoder().encode(secret), HMAC, false, ['verify'])
  return subtle.verify('HMAC', key, signature, data)
}

function joined(before: Uint8Array, body: Uint8Array): Uint8Array {
  const data = new Uint8Array(before.length + body.length)
  data.set(before)
  data.set(body, before.length)
  return data
}

const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_none, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))
