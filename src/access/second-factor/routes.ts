// Turning codes of an authenticator app on and off, and its recovery codes. Who does so has proved a second factor, where there
// is one, and says the password besides.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { critical, personOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { orRefuse, requestLibrary } from '../auth-client.ts'
import { ALREADY_ON, demandPassword, NOT_ON, ofPerson, type PersonResources } from '../person-route.ts'
import { endSessions } from '../sessions/store.ts'
import { mailFactorChange } from './mails.ts'
import { findFactors, makeRoomForTotp, removeTotp, unconfirmApp } from './store.ts'
import { Ended, OldPassword } from './wire.ts'

const tags = ['Second factor']
const WithPassword = Type.Object({ password: OldPassword }, { additionalProperties: false })
const Codes = Type.Object({ backupCodes: Type.Array(Type.String()) })
const REFUSED = critical(ofPerson('RATE_LIMITED', 'INVALID_DATA', 'CONFLICT'))

export function factorRoutes(server: Server, deps: PersonResources): void {
  const { db, clock, personLog, mail } = deps
  server.post(
    '/api/auth/two-factor/enable',
    {
      config: REFUSED,
      schema: {
        summary: 'Begin with an authenticator app: its secret and the recovery codes, shown this once',
        tags,
        description: 'Codes are asked for as soon as the first one has come to verify-totp.',
        body: WithPassword,
        response: { 200: Type.Object({ totpURI: Type.String(), ...Codes.properties }) },
      },
    },
    async (request, reply) => {
      const { userId } = personOf(request)
      if ((await findFactors(db, userId)).totp) throw ALREADY_ON
      await demandPassword(deps, request, 'password', request.body.password)
      await makeRoomForTotp(db, userId)
      const { totpURI, backupCodes } = await answered(deps, request, '/two-factor/enable')
      reply.header('cache-control', 'no-store')
      return { totpURI, backupCodes }
    },
  )
  server.post(
    '/api/auth/two-factor/generate-backup-codes',
    {
      config: REFUSED,
      schema: {
        summary: 'Make new recovery codes, shown this once; the old ones are void',
        tags,
        body: WithPassword,
        response: { 200: Codes },
      },
    },
    async (request, reply) => {
      const { userId } = personOf(request)
      if (!(await findFactors(db, userId)).totp) throw NOT_ON
      await demandPassword(deps, request, 'password', request.body.password)
      const { backupCodes } = await answered(deps, request, '/two-factor/generate-backup-codes')
      const action = { userId, address: request.ip, action: 'recovery-codes.made' }
      const now = clock()
      await db.transaction(async tx => {
        await personLog(tx, action, now)
        const { factorId } = await unconfirmApp(tx, userId)
        await mailFactorChange(mail, tx, { request, userId, now }, { factor: 'codes', factorId })
      })
      mail.send()
      reply.header('cache-control', 'no-store')
      return { backupCodes }
    },
  )
  server.post(
    '/api/auth/two-factor/disable',
    {
      config: REFUSED,
      schema: {
        summary: 'Turn the authenticator app off, with its recovery codes; ends the other sessions',
        tags,
        body: WithPassword,
        response: { 200: Ended },
      },
    },
    async request => {
      const { userId, sessionId } = personOf(request)
      if (!(await findFactors(db, userId)).totp) throw NOT_ON
      await demandPassword(deps, request, 'password', request.body.password)
      return db.transaction(async tx => {
        await removeTotp(tx, userId)
        const endedSessions = await endSessions(tx, userId, sessionId)
        const action = { userId, address: request.ip, action: 'second-factor.disabled', detail: { endedSessions } }
        await personLog(tx, action, clock())
        return { endedSessions }
      })
    },
  )
}

async function answered({ auth }: PersonResources, request: FastifyRequest, path: string) {
  const answer = await requestLibrary(auth, request, { method: 'POST', path, body: request.body })
  orRefuse(answer)
  return answer.body as { totpURI: string; backupCodes: string[] }
}
