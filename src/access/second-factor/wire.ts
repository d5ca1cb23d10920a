// The bodies of second factors, as they come in and go out. Paths and fields are better-auth's own, so that its client fits.
import { type Static, Type } from 'typebox'
import { PrintableText } from '#http/schema.ts'
import type { PasskeyRow } from './store.ts'

const MAX_BASE64URL = 16_384

/** As an authenticator app shows it, which likes a blank in the middle. */
export const Code = Type.String({ pattern: '^\\d{3} ?\\d{3}$', description: 'Six digits; good for one use' })
export const RecoveryCode = PrintableText({ minLength: 1, maxLength: 40 })
export const OldPassword = Type.String({ minLength: 1, maxLength: 128 })

const Base64Url = Type.String({ pattern: '^[\\w-]+=*$', minLength: 1, maxLength: MAX_BASE64URL })

/** What a browser's `toJSON()` makes of a passkey's answer. Browsers add fields of their own. */
const credential = <Answer extends Record<string, ReturnType<typeof Type.String> | ReturnType<typeof Type.Optional>>>(
  answer: Answer,
) =>
  Type.Object({
    id: Base64Url,
    rawId: Base64Url,
    type: Type.Literal('public-key'),
    response: Type.Object({ clientDataJSON: Base64Url, ...answer }),
    clientExtensionResults: Type.Optional(Type.Object({})),
  })

export const Attestation = credential({
  attestationObject: Base64Url,
  transports: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), { maxItems: 10 })),
})
export const Assertion = credential({
  authenticatorData: Base64Url,
  signature: Base64Url,
  userHandle: Type.Optional(Type.Union([Base64Url, Type.Null()])),
})

export const UserSchema = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  operator: Type.Boolean(),
  twoFactorEnabled: Type.Boolean({ description: 'Codes of an authenticator app are asked for' }),
})

export function userForm(user: Record<string, unknown>): Static<typeof UserSchema> {
  const { id, email, name, operator, twoFactorEnabled } = user
  return {
    id: String(id),
    email: String(email),
    name: String(name),
    operator: operator === true,
    twoFactorEnabled: twoFactorEnabled === true,
  }
}

export const Ended = Type.Object({
  endedSessions: Type.Integer({ description: 'Other sessions, which this has ended' }),
})

export const PasskeySchema = Type.Object({
  id: Type.String(),
  name: Type.Union([Type.String(), Type.Null()]),
  backedUp: Type.Boolean({ description: 'It is on several devices of its owner' }),
  createdAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  isConfirmed: Type.Boolean({ description: 'By mail; what is not ends with the next password that is set by mail' }),
})

export const passkeyForm = ({
  id,
  name,
  backedUp,
  createdAt,
  confirmedAt,
}: PasskeyRow): Static<typeof PasskeySchema> => ({
  id,
  name,
  backedUp,
  createdAt: createdAt?.toISOString() ?? null,
  isConfirmed: confirmedAt !== null,
})
