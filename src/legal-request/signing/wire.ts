// The public half of the signing key, as anybody reads it.
import { Type } from 'typebox'

export const SigningKeySchema = Type.Object(
  {
    algorithm: Type.Literal('Ed25519'),
    publicKey: Type.String({ description: 'PEM' }),
    fingerprint: Type.String({ description: 'SHA-256 of the key as DER, in hexadecimal' }),
  },
  { title: 'SigningKey' },
)
