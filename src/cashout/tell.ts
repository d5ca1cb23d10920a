// The news of cashouts that have just moved, written in the commit that moved them.
import type { Transaction } from '#db/postgres.ts'
import type { Born, Outbox } from '#notification/outbox.ts'
import type { Cashout } from './cashout.ts'
import { findTerms, type Terms } from './store.ts'
import { factOf } from './wire.ts'

/** One answer for each cashout, in their order. `terms` are those of their accounts, where they have been read already. */
export async function tell(
  tx: Transaction,
  outbox: Outbox,
  cashouts: Cashout[],
  now: Date,
  terms?: Map<number, Terms>,
): Promise<Born[]> {
  if (cashouts.length === 0) return []
  const accountIds = cashouts.map(cashout => cashout.accountId)
  const known = terms ?? (await findTerms(tx, accountIds))
  const facts = cashouts.map(cashout => {
    const own = known.get(cashout.accountId)
    if (own === undefined) throw new Error(`the account ${cashout.accountId} of a cashout is gone`)
    return factOf(cashout, own.holder)
  })
  return outbox.write(tx, facts, now)
}
