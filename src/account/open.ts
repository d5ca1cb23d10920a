// Opens the account of a person who has just registered: the account and its owner in one commit. It may be called again for the
// same person at any time and from any process; a person who has an account keeps it. A person whom the operator has invited gets
// another.
import type { Database, Transaction } from '#db/postgres.ts'
import { DEFAULT_FEES, DEFAULT_LIMITS, DEFAULT_RESERVE } from '#kernel/terms/terms.ts'
import type { AccountStatus } from './account.ts'
import { findAccountOfPerson, insertAccount, insertOwner, lockPerson, recordOpened } from './store.ts'

export interface Opening {
  person: { id: string; name: string; email: string }
  status: AccountStatus
  now: Date
}

/** Answers the id of the person's account, opened now or before. */
export function openAccount(db: Database, { person, status, now }: Opening): Promise<number> {
  return db.transaction(async tx => {
    await lockPerson(tx, person.id)
    const id = (await findAccountOfPerson(tx, person.id)) ?? (await openOne(tx, { person, status, now }))
    await recordOpened(tx, person.id)
    return id
  })
}

/** One more account, whatever the person has already. `name` null: it is called as they are. */
export async function openOne(
  tx: Transaction,
  { person, status, now, name = null }: Opening & { name?: string | null },
): Promise<number> {
  const terms = { fees: DEFAULT_FEES, limits: DEFAULT_LIMITS, reserve: DEFAULT_RESERVE }
  const account = { name: name ?? person.name, email: person.email, status, ...terms }
  const id = await insertAccount(tx, account, now)
  await insertOwner(tx, id, person.id, now)
  return id
}
