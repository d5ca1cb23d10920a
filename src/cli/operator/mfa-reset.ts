// Takes the second factors of a person away who has lost them. A person who can run a command here could read the whole database,
// so this opens nothing that was shut to them.
import { makePersonLog } from '#access/person-audit.ts'
import { type Removed, resetSecondFactors } from '#access/second-factor/mfa-reset.ts'
import { record, THE_GATEWAY } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import type { Clock } from '#kernel/time.ts'
import { findPersonId } from '#member/operator/store.ts'

/** Null where nobody signs in with this address. */
export function resetMfa({ db, clock }: { db: Database; clock: Clock }, email: string): Promise<Removed | null> {
  return db.transaction(async tx => {
    const userId = await findPersonId(tx, email)
    if (userId === null) return null
    const reason = 'At the command line'
    return resetSecondFactors(tx, makePersonLog(record), { userId, by: THE_GATEWAY, reason }, clock())
  })
}
