// Passkeys: making one, signing in by one, giving one up. A browser asks for options first, and answers them. The paths are
// better-auth's own, so that its client fits.
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { personOf, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { giveCookies, isRefused, orRefuse, requestLibrary } from '../auth-client.ts'
import { AuthenticateOptions, RegisterOptions } from '../auth-wire.ts'
import { PlainName } from '../name-text.ts'
import { ofAnybody, ofPerson, type PersonResources } from '../person-route.ts'
import { mailFactorChange } from '../second-factor/mails.ts'
import { WRONG_PASSKEYS } from '../second-factor/step-up.ts'
import { forgetProofs, removePasskey, renamePasskey } from '../second-factor/store.ts'
import {
  Assertion,
  Attestation,
  Ended,
  PasskeySchema,
  passkeyForm,
  UserSchema,
  userForm,
} from '../second-factor/wire.ts'
import { deviceOf } from '../sessions/device.ts'
import { countOtherSessions, endSessions } from '../sessions/store.ts'
import { passkeyRefusal } from './relying-party.ts'

const tags = ['Passkeys']

/** A person without a second factor proves the password: a session that was left open must not become a way in for ever. */
const proving = (rules: RouteRules): RouteRules => ({ ...rules, secondFactor: 'or-password' })

export function passkeyRoutes(server: Server, deps: PersonResources): void {
  making(server, deps)
  naming(server, deps)
  signingIn(server, deps)
}

function making(server: Server, deps: PersonResources): void {
  const { db, clock, auth, personLog, mail } = deps
  server.get(
    '/api/auth/passkey/generate-register-options',
    {
      config: proving(ofPerson('RATE_LIMITED', 'CONFLICT')),
      schema: { summary: 'What a browser needs to make a passkey for you', tags, response: { 200: RegisterOptions } },
    },
    async (request, reply) => {
      demandPlace(deps, request)
      const answer = await requestLibrary(auth, request, { method: 'GET', path: '/passkey/generate-register-options' })
      orRefuse(answer)
      giveCookies(reply, answer.cookies)
      return answer.body as Static<typeof RegisterOptions>
    },
  )
  server.post(
    '/api/auth/passkey/verify-registration',
    {
      config: proving(ofPerson('RATE_LIMITED', 'INVALID_DATA', 'CONFLICT')),
      schema: {
        summary: 'Keep the passkey that the browser has made',
        tags,
        body: Type.Object(
          { response: Attestation, name: Type.Optional(PlainName(80)) },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Object({
            id: Type.String(),
            name: Type.String(),
            otherSessions: Type.Integer({ description: 'Which go on: look at them if you do not know each' }),
          }),
        },
      },
    },
    async request => {
      demandPlace(deps, request)
      const { userId, sessionId } = personOf(request)
      const { response } = request.body
      const name = request.body.name ?? nameOf(request)
      const input = { method: 'POST' as const, path: '/passkey/verify-registration', body: { response, name } }
      const answer = await requestLibrary(auth, request, input)
      orRefuse(answer)
      const id = String(answer.body?.id)
      const now = clock()
      const subject = { kind: 'passkey', id }
      const action = { userId, address: request.ip, action: 'passkey.added', subject, detail: { name } }
      await db.transaction(async tx => {
        await forgetProofs(tx, userId, sessionId)
        await personLog(tx, action, now)
        await mailFactorChange(mail, tx, { request, userId, now }, { factor: 'passkey', factorId: id })
      })
      mail.send()
      return { id, name, otherSessions: await countOtherSessions(db, userId, sessionId, now) }
    },
  )
  server.post(
    '/api/auth/passkey/delete-passkey',
    {
      config: proving(ofPerson('INVALID_DATA', 'NOT_FOUND')),
      schema: {
        summary: 'Give a passkey up; ends the other sessions',
        tags,
        response: { 200: Ended },
        body: Type.Object({ id: Type.String({ maxLength: 60 }) }, { additionalProperties: false }),
      },
    },
    async request => {
      const { userId, sessionId } = personOf(request)
      const id = parseUuid(request.body.id)
      if (id === null) throw notFound('passkey')
      return db.transaction(async tx => {
        const gone = await removePasskey(tx, userId, id)
        if (gone === null) throw notFound('passkey')
        const endedSessions = await endSessions(tx, userId, sessionId)
        const detail = { name: gone.name, endedSessions }
        const subject = { kind: 'passkey', id }
        await personLog(tx, { userId, address: request.ip, action: 'passkey.removed', subject, detail }, clock())
        return { endedSessions }
      })
    },
  )
}

/** A name opens nothing: it asks for no proof. */
function naming(server: Server, { db, clock, personLog }: PersonResources): void {
  server.post(
    '/api/auth/passkey/update-passkey',
    {
      config: ofPerson('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Give a passkey another name',
        tags,
        response: { 200: PasskeySchema },
        body: Type.Object({ id: Type.String({ maxLength: 60 }), name: PlainName(80) }, { additionalProperties: false }),
      },
    },
    async request => {
      const { userId } = personOf(request)
      const { name } = request.body
      const id = parseUuid(request.body.id)
      if (id === null) throw notFound('passkey')
      return db.transaction(async tx => {
        const renamed = await renamePasskey(tx, { userId, id, name })
        if (renamed === null) throw notFound('passkey')
        const subject = { kind: 'passkey', id }
        await personLog(
          tx,
          { userId, address: request.ip, action: 'passkey.renamed', subject, detail: { name } },
          clock(),
        )
        return passkeyForm(renamed)
      })
    },
  )
}

function signingIn(server: Server, deps: PersonResources): void {
  const { auth, opened } = deps
  server.get(
    '/api/auth/passkey/generate-authenticate-options',
    {
      config: ofAnybody('RATE_LIMITED', 'CONFLICT'),
      schema: {
        summary: 'What a browser needs to use a passkey, to sign in or to step up',
        tags,
        response: { 200: AuthenticateOptions },
      },
    },
    async (request, reply) => {
      demandPlace(deps, request)
      const answer = await requestLibrary(auth, request, {
        method: 'GET',
        path: '/passkey/generate-authenticate-options',
      })
      orRefuse(answer)
      giveCookies(reply, answer.cookies)
      // A passkey that does not recognise its owner is refused afterwards, so the browser is asked for it before.
      return { ...(answer.body as { challenge: string }), userVerification: 'required' as const }
    },
  )
  server.post(
    '/api/auth/passkey/verify-authentication',
    {
      config: ofAnybody('RATE_LIMITED', 'UNAUTHORIZED', 'ORIGIN_REFUSED', 'INVALID_DATA', 'CONFLICT'),
      schema: {
        summary: 'Sign in by a passkey: sets the session cookie, and asks for nothing else',
        tags,
        body: Type.Object({ response: Assertion }, { additionalProperties: false }),
        response: { 200: Type.Object({ user: UserSchema }) },
      },
    },
    async (request, reply) => {
      demandPlace(deps, request)
      const input = { method: 'POST' as const, path: '/passkey/verify-authentication', body: request.body }
      const answer = await requestLibrary(auth, request, input)
      if (isRefused(answer) && WRONG_PASSKEYS.has(answer.code)) throw NOT_IN
      orRefuse(answer)
      await opened(request, reply, { cookies: answer.cookies, by: 'passkey' })
      return { user: userForm(answer.body?.user as Record<string, unknown>) }
    },
  )
}

const NOT_IN = new Failure('UNAUTHORIZED', 'This passkey is not known here, or its answer came too late')

function demandPlace({ rpId }: PersonResources, request: FastifyRequest): void {
  const refusal = passkeyRefusal(rpId, request)
  if (refusal !== null) throw refusal
}

function nameOf(request: FastifyRequest): string {
  const { browser, system } = deviceOf(request.headers['user-agent'] ?? null)
  return [browser, system].filter(word => word !== null).join(', ') || 'Passkey'
}
