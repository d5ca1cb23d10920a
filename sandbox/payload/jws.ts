// Signs what lies behind a code as the Central Bank's manual of security asks: a compact JWS whose header names the key (kid), the
// certificate (x5t) and where the public keys are published (jku).
import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { TEST_CERTIFICATE, TEST_KEY } from './test-key.ts'

const certificate = new X509Certificate(TEST_CERTIFICATE)
const privateKey = createPrivateKey(TEST_KEY)

const X5T = createHash('sha1').update(certificate.raw).digest('base64url')
const KID = createHash('sha256').update(certificate.raw).digest('hex')
const ALG = 'RS256'

export function signed(payload: object, jku: string): string {
  const text = [{ alg: ALG, typ: 'JWS', kid: KID, jku, x5t: X5T }, payload].map(inBase64).join('.')
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
}

/** What is published at `jku`. */
export const PUBLIC_KEYS = {
  keys: [
    {
      ...certificate.publicKey.export({ format: 'jwk' }),
      use: 'sig',
      key_ops: ['verify'],
      alg: ALG,
      kid: KID,
      x5t: X5T,
      x5c: [certificate.raw.toString('base64')],
    },
  ],
}

const inBase64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
