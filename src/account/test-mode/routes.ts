// The way into test mode, for who builds an integration.
import { Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { orThrow } from '#kernel/failure.ts'
import type { AccountDeps } from '../feature.ts'
import { openTestAccount } from './open.ts'

const Opened = Type.Object({ accountId: Type.Integer({ description: 'For X-Account-Id' }) })

export function testModeRoutes(
  server: Server,
  deps: Pick<AccountDeps, 'db' | 'clock'> & {
    /** The PSP account where test accounts sell and are paid; null: this gateway has no test mode. */
    testBank: () => Promise<number | null>
  },
): void {
  server.post(
    '/api/account/test',
    {
      config: {
        guard: 'session',
        dialect: 'panel',
        fails: ['INVALID_DATA', 'NOT_FOUND', 'CONFLICT'],
        roles: ['OWNER', 'DEVELOPER'],
      },
      schema: {
        summary: 'Open the test account of this account: its twin at the test bank',
        description:
          'With the same people and roles, and the terms that this account has now. 200 where it is there already. 409 where the gateway has no test mode.',
        tags: ['Account'],
        response: { 200: Opened, 201: Opened },
      },
    },
    async (request, reply) => {
      const { accountId, known } = orThrow(await openTestAccount(deps, accountOf(request), actorOf(request)))
      return reply.code(known ? 200 : 201).send({ accountId })
    },
  )
}
