// Where a person is signed in, and how to end that; and the password, whose change ends all of it but this session.
import { type Static, Type } from 'typebox'
import { critical, personOf } from '#http/route.ts'
import { NO_CONTENT } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { notFound } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { languageOf } from '#kernel/language.ts'
import { demandGoodPassword, NewPassword } from '../passwords/new-password.ts'
import { hashPassword } from '../passwords/password.ts'
import { demandPassword, ofPerson, type PersonResources } from '../person-route.ts'
import { Ended, OldPassword } from '../second-factor/wire.ts'
import { deviceOf } from './device.ts'
import { endSession, endSessions, findNames, listSessions, type SessionRow, setPassword } from './store.ts'

const tags = ['Sessions']
const Moment = Type.String({ format: 'date-time' })
const NullableText = Type.Union([Type.String(), Type.Null()])

const SessionSchema = Type.Object({
  id: Type.String(),
  browser: NullableText,
  system: NullableText,
  userAgent: NullableText,
  address: Type.Union([Type.String(), Type.Null()], { description: 'From where it was last seen' }),
  createdAt: Moment,
  lastSeenAt: Type.String({ format: 'date-time', description: 'To the minute' }),
  expiresAt: Moment,
  current: Type.Boolean({ description: 'The one that asks' }),
})

export function sessionRoutes(server: Server, deps: PersonResources): void {
  listing(server, deps)
  const { db, clock, personLog, mail } = deps
  server.post(
    '/api/auth/change-password',
    {
      config: critical(ofPerson('RATE_LIMITED', 'INVALID_DATA')),
      schema: {
        summary: 'Change your password; ends the other sessions',
        tags,
        response: { 200: Ended },
        body: Type.Object({ currentPassword: OldPassword, newPassword: NewPassword }, { additionalProperties: false }),
      },
    },
    async request => {
      const { userId, sessionId } = personOf(request)
      const { currentPassword, newPassword } = request.body
      await demandPassword(deps, request, 'currentPassword', currentPassword)
      await demandGoodPassword('newPassword', newPassword, Object.values(await findNames(db, userId)))
      const hash = await hashPassword(newPassword)
      const ended = await db.transaction(async tx => {
        const now = clock()
        const person = await setPassword(tx, userId, hash, now)
        const endedSessions = await endSessions(tx, userId, sessionId)
        await personLog(tx, { userId, address: request.ip, action: 'password.changed', detail: { endedSessions } }, now)
        const language = languageOf(request.headers['accept-language'])
        const detail = { name: person.name }
        await mail.write(tx, { kind: 'password-changed', recipient: person.email, language, detail })
        return { endedSessions }
      })
      mail.send()
      return ended
    },
  )
}

function listing(server: Server, { db, clock, personLog }: PersonResources): void {
  server.get(
    '/api/auth/sessions',
    {
      config: ofPerson(),
      schema: {
        summary: 'Where you are signed in, the last seen first',
        tags,
        response: { 200: Type.Object({ data: Type.Array(SessionSchema) }) },
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = personOf(request)
      const sessions = await listSessions(db, userId, clock())
      reply.header('cache-control', 'no-store')
      return { data: sessions.map(session => sessionForm(session, sessionId)) }
    },
  )
  server.delete<{ Params: { id: string } }>(
    '/api/auth/sessions/:id',
    {
      config: ofPerson('NOT_FOUND'),
      schema: {
        summary: 'End one of your sessions at once',
        tags,
        params: Type.Object({ id: Type.String() }),
        response: NO_CONTENT,
      },
    },
    async (request, reply) => {
      const { userId } = personOf(request)
      const id = parseUuid(request.params.id)
      if (id === null) throw notFound('session')
      await db.transaction(async tx => {
        if (!(await endSession(tx, userId, id))) throw notFound('session')
        const subject = { kind: 'session', id }
        await personLog(tx, { userId, address: request.ip, action: 'session.ended', subject }, clock())
      })
      return reply.code(204).send()
    },
  )
  server.post(
    '/api/auth/sessions/end-others',
    {
      config: ofPerson(),
      schema: { summary: 'End all of your sessions but this one', tags, response: { 200: Ended } },
    },
    request => {
      const { userId, sessionId } = personOf(request)
      return db.transaction(async tx => {
        const endedSessions = await endSessions(tx, userId, sessionId)
        const action = { userId, address: request.ip, action: 'sessions.ended', detail: { endedSessions } }
        if (endedSessions > 0) await personLog(tx, action, clock())
        return { endedSessions }
      })
    },
  )
}

function sessionForm(session: SessionRow, current: string): Static<typeof SessionSchema> {
  const { id, userAgent, address, createdAt, lastSeenAt, expiresAt } = session
  return {
    id,
    ...deviceOf(userAgent),
    userAgent: userAgent === '' ? null : userAgent,
    address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    current: id === current,
  }
}
