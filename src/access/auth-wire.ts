// What better-auth answers at the routes whose answers go on as they are, and what browsers need for passkeys.
import { Type } from 'typebox'
import { orNull } from '#http/schema.ts'

const Text = Type.String()
const Moment = Type.String({ format: 'date-time' })

/** Of no use by itself: a request is let in by the cookie alone, which carries it with a signature. */
const Token = Type.String({ description: 'Of the session. It lets nobody in without the signature in the cookie' })

const OwnUser = Type.Object({
  id: Text,
  name: Text,
  email: Text,
  emailVerified: Type.Boolean(),
  image: Type.Null(),
  twoFactorEnabled: orNull(Type.Boolean(), {
    description: 'Codes of an authenticator app are asked for; null: never set up',
  }),
  operator: Type.Boolean(),
  createdAt: Moment,
  updatedAt: Moment,
})

const SignedIn = Type.Object({ redirect: Type.Literal(false), token: Token, user: OwnUser })
const HalfWayIn = Type.Object(
  { twoFactorRedirect: Type.Literal(true), twoFactorMethods: Type.Array(Text) },
  { description: 'The password was right, and the second step is still to come' },
)
export const SignInAnswer = Type.Union([SignedIn, HalfWayIn])

export const SignOutAnswer = Type.Object({ success: Type.Boolean() })

const OwnSession = Type.Object({
  id: Text,
  userId: Text,
  token: Token,
  ipAddress: orNull(Text),
  userAgent: orNull(Text),
  createdAt: Moment,
  updatedAt: Moment,
  expiresAt: Moment,
})
export const SessionAnswer = orNull(Type.Object({ session: OwnSession, user: OwnUser }), {
  description: 'null: nobody is signed in',
})

const DONE = { status: Type.Literal(true) }

export const DoneAnswer = Type.Object(DONE)

/** To a person who has asked for a mail: see ABOUT_LETTER. */
export const LetterAnswer = Type.Object({
  ...DONE,
  message: Type.Optional(Text),
  letter: Type.Enum(['MAILBOX', 'CONSOLE']),
})

/** The library and the browser agree on the rest, by the standard. */
const OPEN = { additionalProperties: true }

export const RegisterOptions = Type.Object(
  {
    challenge: Text,
    rp: Type.Object({ id: Type.Optional(Text), name: Text }),
    user: Type.Object({ id: Text, name: Text, displayName: Text }),
  },
  { ...OPEN, description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn' },
)

export const AuthenticateOptions = Type.Object(
  { challenge: Text, userVerification: Type.Literal('required') },
  { ...OPEN, description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn' },
)
