// The codes that let a person in: the second step of a sign-in whose password was right, and the first code of an app that has
// just been set up, which turns it on. Both come to the same route, as better-auth has it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Server } from '#http/server.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { giveCookies, type LibraryAnswer, sentBack } from '../auth-client.ts'
import { STEP_UP_MS } from '../guards/step-up-guard.ts'
import { ALREADY_ON, NOT_ON, ofAnybody, type PersonResources } from '../person-route.ts'
import { endSessions } from '../sessions/store.ts'
import { mailFactorChange } from './mails.ts'
import { findFactors, markSteppedUp, unconfirmApp } from './store.ts'
import { Code, RecoveryCode, UserSchema, userForm } from './wire.ts'

const tags = ['Second factor']
const FAILS = ['RATE_LIMITED', 'UNAUTHORIZED', 'ORIGIN_REFUSED', 'INVALID_DATA', 'CONFLICT'] as const

export function secondStepRoutes(server: Server, deps: PersonResources): void {
  const { auth, stepUp } = deps
  server.post(
    '/api/auth/two-factor/verify-totp',
    {
      config: ofAnybody(...FAILS),
      schema: {
        summary: 'The second step of a sign-in, or the first code of an app that was set up just now',
        tags,
        description: 'The first code turns the app on, ends the other sessions and replaces this one.',
        body: Type.Object({ code: Code }, { additionalProperties: false }),
        response: { 200: Type.Object({ user: UserSchema, endedSessions: Type.Optional(Type.Integer()) }) },
      },
    },
    async (request, reply) => {
      const person = await auth.sessionOf(request.headers)
      if (person !== null) return firstCode(deps, request, reply, person.id)
      const userId = await halfWayIn(deps, request)
      return letIn(deps, request, reply, { by: 'code', answer: await stepUp.code(request, userId, request.body.code) })
    },
  )
  server.post(
    '/api/auth/two-factor/verify-backup-code',
    {
      config: ofAnybody(...FAILS),
      schema: {
        summary: 'The second step of a sign-in, by a recovery code, which is void then',
        tags,
        body: Type.Object({ code: RecoveryCode }, { additionalProperties: false }),
        response: { 200: Type.Object({ user: UserSchema }) },
      },
    },
    async (request, reply) => {
      if ((await auth.sessionOf(request.headers)) !== null) throw SIGNED_IN
      const userId = await halfWayIn(deps, request)
      const answer = await stepUp.recoveryCode(request, userId, request.body.code)
      return letIn(deps, request, reply, { by: 'recoveryCode', answer })
    },
  )
}

const SIGNED_IN = new Failure('CONFLICT', 'You are signed in already: prove a recovery code at POST /api/auth/step-up')

async function halfWayIn({ auth }: PersonResources, request: FastifyRequest): Promise<string> {
  const userId = await auth.challengedPerson(request.headers)
  if (userId !== null) return userId
  throw new Failure('UNAUTHORIZED', 'Sign in with your password first')
}

async function letIn(
  { opened }: PersonResources,
  request: FastifyRequest,
  reply: FastifyReply,
  { by, answer }: { by: 'code' | 'recoveryCode'; answer: LibraryAnswer | null },
) {
  if (answer === null) throw new Failure('UNAUTHORIZED', 'The code is wrong, or it was used before')
  await opened(request, reply, { cookies: answer.cookies, by })
  return { user: userForm(answer.body?.user as Record<string, unknown>) }
}

async function firstCode(deps: PersonResources, request: FastifyRequest, reply: FastifyReply, userId: string) {
  const { db, clock, auth, stepUp, personLog, mail } = deps
  const { totp, totpBegun } = await findFactors(db, userId)
  if (totp) throw ALREADY_ON
  if (!totpBegun) throw NOT_ON
  const { code } = request.body as { code: string }
  const answer = await stepUp.code(request, userId, code)
  if (answer === null) throw invalid('code', 'the one that the app shows now')
  // better-auth has put another session in the place of this one.
  const person = await auth.sessionOf({ cookie: sentBack(answer.cookies) })
  if (person === null) throw new Error('better-auth turned an app on and let nobody in')
  const now = clock()
  const endedSessions = await db.transaction(async tx => {
    await markSteppedUp(tx, person.sessionId, new Date(now.getTime() + STEP_UP_MS))
    const ended = await endSessions(tx, userId, person.sessionId)
    const detail = { endedSessions: ended }
    await personLog(tx, { userId, address: request.ip, action: 'second-factor.enabled', detail }, now)
    await mailFactorChange(mail, tx, { request, userId, now }, await unconfirmApp(tx, userId))
    return ended
  })
  mail.send()
  giveCookies(reply, answer.cookies)
  return {
    user: userForm({ ...(answer.body?.user as Record<string, unknown>), twoFactorEnabled: true }),
    endedSessions,
  }
}
