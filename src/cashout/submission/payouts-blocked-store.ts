// The operator's block: while an account is blocked, or may not transfer, none of its cashouts is submitted, however old and by
// whomever approved. Submissions that have begun go on.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

/** Of an account. */
export const PAYOUTS_BLOCKED = sql`(account.status = 'BLOCKED' or not account.transfer_allowed)`

/** Those among these accounts. */
export async function findBlockedPayouts(db: Queryable, accountIds: number[]): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(sql`
    select id from account where id = any(${accountIds}::int[]) and ${PAYOUTS_BLOCKED}`)
  return new Set(rows.map(({ id }) => id))
}

export const arePayoutsBlocked = async (db: Queryable, accountId: number): Promise<boolean> =>
  (await findBlockedPayouts(db, [accountId])).has(accountId)
