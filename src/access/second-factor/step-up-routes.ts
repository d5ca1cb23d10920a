// Proving once more who one is, before a critical act: what a person can prove it with, and the proof itself. It is bound to the
// session and good for minutes; the session guard asks for it.
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { personOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type Failure, invalid } from '#kernel/failure.ts'
import { STEP_UP_MS } from '../guards/step-up-guard.ts'
import { passkeyRefusal } from '../passkeys/relying-party.ts'
import { ofPerson, type PersonResources } from '../person-route.ts'
import { type Factors, findFactors, findStanding, markSteppedUp } from './store.ts'
import { Assertion, Code, OldPassword, PasskeySchema, passkeyForm, RecoveryCode } from './wire.ts'

const tags = ['Second factor']
const METHODS = ['code', 'recoveryCode', 'passkey', 'password'] as const
type Method = (typeof METHODS)[number]

const Moment = Type.String({ format: 'date-time' })

const FactorsSchema = Type.Object({
  totp: Type.Boolean({ description: 'Codes of an authenticator app are asked for' }),
  isTotpConfirmed: Type.Boolean({
    description: 'By mail; what is not ends with the next password that is set by mail',
  }),
  canConfirm: Type.Boolean({ description: 'This gateway sends mail' }),
  recoveryCodesLeft: Type.Union([Type.Integer(), Type.Null()]),
  passkeys: Type.Array(PasskeySchema),
  passkeysRefused: Type.Union([Type.String(), Type.Null()], {
    description: 'Why no passkey can be made or used at this address; null: they can',
  }),
  methods: Type.Array(Type.Enum([...METHODS]), { description: 'What step-up takes from this person' }),
  provenUntil: Type.Union([Moment, Type.Null()], { description: 'Until then critical acts do not ask' }),
})

/** One of them. */
const Credential = Type.Object(
  {
    code: Type.Optional(Code),
    recoveryCode: Type.Optional(RecoveryCode),
    passkey: Type.Optional(Assertion),
    password: Type.Optional(OldPassword),
  },
  { additionalProperties: false },
)

export function stepUpRoutes(server: Server, deps: PersonResources): void {
  const { db, clock, personLog } = deps
  server.get(
    '/api/auth/second-factor',
    {
      config: ofPerson(),
      schema: {
        summary: 'Your second factors, and what a critical act would ask for',
        tags,
        response: { 200: FactorsSchema },
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = personOf(request)
      const factors = await findFactors(db, userId)
      const standing = await findStanding(db, { userId, sessionId, accountId: null })
      const until = standing?.provenUntil ?? null
      reply.header('cache-control', 'no-store')
      return {
        totp: factors.totp,
        isTotpConfirmed: factors.totpConfirmedAt !== null,
        canConfirm: deps.mail.refusal === null,
        recoveryCodesLeft: await recoveryCodesLeft(deps, factors, userId),
        passkeys: factors.passkeys.map(passkeyForm),
        passkeysRefused: passkeyRefusal(deps.rpId, request)?.message ?? null,
        methods: methodsOf(factors),
        provenUntil: until !== null && until > clock() ? until.toISOString() : null,
      }
    },
  )
  server.post(
    '/api/auth/step-up',
    {
      config: ofPerson('RATE_LIMITED', 'INVALID_DATA', 'CONFLICT'),
      schema: {
        summary: 'Prove once more who you are: for five minutes critical acts of this session do not ask',
        tags,
        description: 'One proof. The password counts for whoever has no second factor.',
        body: Credential,
        response: { 200: Type.Object({ provenUntil: Moment }) },
      },
    },
    async request => {
      const { userId, sessionId } = personOf(request)
      const by = methodIn(request.body, methodsOf(await findFactors(db, userId)))
      await demandRight(deps, request, userId, by)
      const now = clock()
      const until = new Date(now.getTime() + STEP_UP_MS)
      await db.transaction(async tx => {
        await markSteppedUp(tx, sessionId, until)
        const subject = { kind: 'session', id: sessionId }
        await personLog(tx, { userId, address: request.ip, action: 'session.proved', subject, detail: { by } }, now)
      })
      return { provenUntil: until.toISOString() }
    },
  )
}

/** null: without an app, or with one that nobody can check any more. */
async function recoveryCodesLeft({ auth }: PersonResources, { totp }: Factors, userId: string) {
  return totp && (await auth.canReadApp(userId)) ? auth.recoveryCodesLeft(userId) : null
}

function methodsOf({ totp, passkeys }: Factors): Method[] {
  const methods: Method[] = [
    ...(totp ? ['code' as const, 'recoveryCode' as const] : []),
    ...(passkeys[0] ? ['passkey' as const] : []),
  ]
  return methods.length > 0 ? methods : ['password']
}

function methodIn(body: Static<typeof Credential>, allowed: Method[]): Method {
  const given = METHODS.filter(method => body[method] !== undefined)
  const [method] = given
  if (method === undefined || given.length > 1) throw invalid('body', `one of ${allowed.join(', ')}`)
  if (!allowed.includes(method)) throw invalid(method, `nothing: you prove who you are by ${allowed.join(' or ')}`)
  return method
}

async function demandRight(deps: PersonResources, request: FastifyRequest, userId: string, by: Method): Promise<void> {
  const { stepUp } = deps
  const { code = '', recoveryCode = '', password = '', passkey } = request.body as Static<typeof Credential>
  const right = {
    code: async () => (await stepUp.code(request, userId, code)) !== null,
    recoveryCode: async () => (await stepUp.recoveryCode(request, userId, recoveryCode)) !== null,
    password: () => stepUp.password(request, userId, password),
    passkey: () => stepUp.passkey(request, userId, passkey),
  }
  if (!(await right[by]())) throw WRONG[by]
}

const WRONG: Record<Method, Failure> = {
  code: invalid('code', 'the one that the app shows now, which was not used before'),
  recoveryCode: invalid('recoveryCode', 'one that was not used before'),
  passkey: invalid('passkey', 'the answer of a passkey of yours to options that were asked for just now'),
  password: invalid('password', 'the password that you sign in with'),
}
