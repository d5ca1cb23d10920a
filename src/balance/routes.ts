// What the account has, in cents, for its server and its people.
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import type { Balances } from './feature.ts'
import { BalanceSchema, balanceForm } from './wire.ts'

export function balanceRoutes(server: Server, { balances }: { balances: Balances }): void {
  server.get(
    '/api/public/balance',
    {
      config: { guard: 'api-key', dialect: 'balance', fails: [], scope: 'balance:read' },
      schema: { summary: 'The balance in cents', tags: ['Balance'], response: { 200: BalanceSchema } },
    },
    async request => balanceForm(await balances.find(accountOf(request))),
  )
  server.get(
    '/api/balance',
    {
      config: { guard: 'session', dialect: 'panel', fails: [] },
      schema: { summary: 'The balance in cents', tags: ['Balance'], response: { 200: BalanceSchema } },
    },
    async request => balanceForm(await balances.find(accountOf(request))),
  )
}
