// The key by which the gateway signs what it hands over: Ed25519, made once, its private half sealed. Whoever has the public half proves years
// later that a file is what was handed over, without asking the gateway. Pure.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** The private half begins as 32 random bytes. */
export const SEED_BYTES = 32

/** PKCS #8 of an Ed25519 key, before its seed (RFC 8410). */
const HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface SigningKey {
  /** PEM. */
  publicKey: string
  fingerprint: string
  sign(bytes: Uint8Array): Buffer
}

export function signingKeyOf(seed: Buffer): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([HEAD, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key)
  return { publicKey: pemOf(publicKey), fingerprint: fingerprintOf(publicKey), sign: bytes => sign(null, bytes, key) }
}

const pemOf = (key: KeyObject): string => key.export({ format: 'pem', type: 'spki' }).toString()

/** SHA-256 of the key as DER, as `openssl pkey -pubin -outform DER | sha256sum` says it. */
const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex')

/** Of a PEM; null for what holds no public Ed25519 key. */
export function publicKeyIn(pem: string): { key: KeyObject; fingerprint: string } | null {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? { key, fingerprint: fingerprintOf(key) } : null
  } catch {
    return null
  }
}

export const isSignedBy = (key: KeyObject, bytes: Uint8Array, signature: Uint8Array): boolean =>
  verify(null, bytes, key, signature)
