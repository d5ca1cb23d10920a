// The operator's stop: of an account that is blocked, or may not transfer, nothing more is sent, however long ago it was asked
// for and whoever agreed. What has begun to be sent goes on.
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
