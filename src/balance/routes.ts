// What the account has, in cents, for its server and its people. An account without a balance record gets one with zeros.
import type { Database } from '#db/postgres.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import type { Clock } from '#kernel/time.ts'
import { type Balance, findBalances, makeWallets } from '#ledger/store.ts'
import { BalanceSchema, balanceForm } from './wire.ts'

export interface BalanceDeps {
  db: Database
  clock: Clock
}

export function balanceRoutes(server: Server, deps: { read: (accountId: number) => Promise<Balance> }): void {
  server.get(
    '/api/public/balance',
    {
      config: { guard: 'api-key', dialect: 'balance', fails: [], scope: 'balance:read' },
      schema: { summary: 'The balance in cents', tags: ['Balance'], response: { 200: BalanceSchema } },
    },
    async request => balanceForm(await deps.read(accountOf(request))),
  )
  server.get(
    '/api/balance',
    {
      config: { guard: 'session', dialect: 'panel', fails: [] },
      schema: { summary: 'The balance in cents', tags: ['Balance'], response: { 200: BalanceSchema } },
    },
    async request => balanceForm(await deps.read(accountOf(request))),
  )
}

/** One balance for each account, in their order. */
export async function readBalances(deps: BalanceDeps, accountIds: number[]): Promise<Balance[]> {
  const distinct = [...new Set(accountIds)]
  const found = await findBalances(deps.db, distinct)
  const missing = distinct.filter(accountId => !found.has(accountId))
  if (missing.length > 0) {
    await makeWallets(deps.db, missing, deps.clock())
    for (const [accountId, balance] of await findBalances(deps.db, missing)) found.set(accountId, balance)
  }
  return accountIds.map(accountId => found.get(accountId) ?? noWallet(accountId))
}

function noWallet(accountId: number): never {
  throw new Error(`account ${accountId} has no wallet and none could be made`)
}
