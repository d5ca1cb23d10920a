// Balances as the rest of the gateway sees them. Those that are asked for at once are read in one statement.
import { batched } from '#db/batched.ts'
import type { Database } from '#db/postgres.ts'
import type { Clock } from '#kernel/time.ts'
import { type Balance, findBalances, makeWallets } from '#ledger/store.ts'

export interface Balances {
  find(accountId: number): Promise<Balance>
}

interface BalanceDeps {
  db: Database
  clock: Clock
}

export const openBalances = (deps: BalanceDeps): Balances => ({
  find: batched('balance.find', (accountIds: number[]) => findAll(deps, accountIds)),
})

/** One balance for each account, in their order. An account without a balance record gets one with zeros. */
async function findAll({ db, clock }: BalanceDeps, accountIds: number[]): Promise<Balance[]> {
  const distinct = [...new Set(accountIds)]
  const found = await findBalances(db, distinct)
  const missing = distinct.filter(accountId => !found.has(accountId))
  if (missing.length > 0) {
    await makeWallets(db, missing, clock())
    for (const [accountId, balance] of await findBalances(db, missing)) found.set(accountId, balance)
  }
  return accountIds.map(accountId => found.get(accountId) ?? noWallet(accountId))
}

function noWallet(accountId: number): never {
  throw new Error(`account ${accountId} has no wallet and none could be made`)
}
