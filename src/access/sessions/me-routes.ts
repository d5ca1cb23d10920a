// Who is signed in, and which accounts they may act for: whatever page opens first asks this.
import { personOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import { normaliseIp } from '#kernel/ip-address.ts'
import type { AccessDeps } from '../feature.ts'
import { awaitsAccount, findPerson } from '../store.ts'
import { type Me, MeSchema } from './me-wire.ts'

export function meRoutes(
  server: Server,
  deps: Pick<AccessDeps, 'db' | 'openAccountFor'> & {
    isTestGateway: () => Promise<boolean>
    hasTestMode: () => Promise<boolean>
    /** Asked for operators only. */
    supportView: (viewer: { id: string; sessionId: string }) => Promise<Me['supportView']>
  },
): void {
  const { db, openAccountFor, isTestGateway, hasTestMode, supportView } = deps
  server.get(
    '/api/me',
    {
      config: { guard: 'person', dialect: 'panel', fails: [] },
      schema: {
        summary: 'Who is signed in, and the accounts that they may act for',
        tags: ['Sign-in'],
        response: { 200: MeSchema },
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = personOf(request)
      let whole = await findPerson(db, userId)
      // A sign-up that was cut off is completed by the first request; the second one reads what the first has opened.
      if (whole !== null && whole.accounts.length === 0) {
        if (await awaitsAccount(db, userId)) await openAccountFor(whole)
        whole = await findPerson(db, userId)
      }
      if (whole === null) throw new Failure('UNAUTHORIZED', 'Sign in first: there is no valid session')
      const { operator, accounts, ...person } = whole
      const [viewed, testGateway, testMode] = await Promise.all([
        operator ? supportView({ id: userId, sessionId }) : null,
        isTestGateway(),
        hasTestMode(),
      ])
      return reply.header('cache-control', 'no-store').send({
        person,
        operator,
        address: normaliseIp(request.ip),
        accounts,
        testHouse: testGateway,
        testMode,
        supportView: viewed,
      })
    },
  )
}
