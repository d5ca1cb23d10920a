// Second factors and the mailbox: asking for the link that confirms one, and confirming by it. A factor that the mailbox has
// confirmed outlives a password that is set by mail; every other one ends with it.
import { Type } from 'typebox'
import { personOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { DoneAnswer } from '../auth-wire.ts'
import { ofAnybody, ofPerson, type PersonResources } from '../person-route.ts'
import { confirmFactor, unconfirmedOf } from './confirmation-store.ts'
import { mailConfirmation } from './mails.ts'

const tags = ['Second factor']

export function confirmationRoutes(server: Server, { db, clock, personLog, mail }: PersonResources): void {
  server.post(
    '/api/auth/second-factor/send-confirmation',
    {
      config: ofPerson('INVALID_DATA', 'NOT_FOUND', 'CONFLICT', 'MAIL_NOT_SET_UP'),
      schema: {
        summary: 'Get the link by mail that confirms a passkey or the authenticator app',
        tags,
        body: Type.Object(
          { passkeyId: Type.Optional(Type.String({ maxLength: 60, description: 'Absent: the app' })) },
          { additionalProperties: false },
        ),
        response: { 202: DoneAnswer },
      },
    },
    async (request, reply) => {
      if (mail.refusal !== null) throw mail.refusal
      const { userId } = personOf(request)
      const { passkeyId } = request.body
      const waiting = await unconfirmedOf(db, userId)
      const found = waiting.find(one => (passkeyId === undefined ? one.factor === 'app' : one.id === passkeyId))
      if (found === undefined) throw passkeyId === undefined ? NOTHING_TO_CONFIRM : notFound('passkey')
      await mailConfirmation(mail, db, { request, userId, now: clock() }, { factor: found.factor, factorId: found.id })
      mail.send()
      return reply.code(202).send({ status: true })
    },
  )
  server.post(
    '/api/auth/second-factor/confirm',
    {
      config: ofAnybody('INVALID_DATA'),
      schema: {
        summary: 'Confirm a passkey or the authenticator app by the token of a link, which is the proof',
        tags,
        body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false }),
        response: { 200: Type.Object({ factor: Type.Enum(['passkey', 'app']) }) },
      },
    },
    async request => {
      const tokenHash = hashToken(request.body.token)
      const now = clock()
      return db.transaction(async tx => {
        const confirmed = await confirmFactor(tx, tokenHash, now)
        if (confirmed === null) throw invalid('token', 'that of the last link about a factor that is still in use')
        const { factor, id, userId } = confirmed
        const action = { userId, address: request.ip, action: ACTIONS[factor] }
        await personLog(tx, factor === 'passkey' ? { ...action, subject: { kind: 'passkey', id } } : action, now)
        return { factor }
      })
    },
  )
}

const ACTIONS = { passkey: 'passkey.confirmed', app: 'second-factor.confirmed' } as const

const NOTHING_TO_CONFIRM = new Failure('CONFLICT', 'There is no authenticator app that waits to be confirmed')
