// GET /api/public/balance: what the account has, in cents. An account without a balance record gets one with zeros.
import { Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { add, toCentsNumber } from '#kernel/money.ts'
import type { Clock } from '#kernel/time.ts'
import { type Balance, findBalances, makeWallets } from '#ledger/store.ts'

export interface BalanceNeeds {
  db: Database
  clock: Clock
}

const BalanceForm = Type.Object({ available: Type.Integer(), blocked: Type.Integer(), total: Type.Integer() })

export function balanceRoutes(server: Server, needs: BalanceNeeds): void {
  server.get(
    '/api/public/balance',
    {
      config: { guard: 'api-key', dialect: 'balance', fails: [], scope: 'balance:read' },
      schema: { summary: 'The balance in cents', tags: ['Balance'], response: { 200: BalanceForm } },
    },
    async request => form(await readBalance(needs, accountOf(request))),
  )
}

async function readBalance(needs: BalanceNeeds, accountId: number): Promise<Balance> {
  const [balance] = await findBalances(needs.db, [accountId])
  if (balance !== undefined) return balance
  await makeWallets(needs.db, [accountId], needs.clock())
  const [made] = await findBalances(needs.db, [accountId])
  if (made === undefined) throw new Error(`account ${accountId} has no wallet and none could be made`)
  return made
}

const form = (balance: Balance) => ({
  available: toCentsNumber(balance.available),
  blocked: toCentsNumber(balance.blocked),
  total: toCentsNumber(add(balance.available, balance.blocked)),
})
