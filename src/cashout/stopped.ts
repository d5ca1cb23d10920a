// The operator's stop: of an account that is blocked, or may not transfer, nothing more is sent, however long ago it was asked
// for and whoever agreed. What has begun to be sent goes on.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

/** Of an account. */
export const STOPPED = sql`(account.status = 'BLOCKED' or not account.transfer_allowed)`

/** Those among these accounts. */
export async function findStopped(db: Queryable, accountIds: number[]): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(sql`
    select id from account where id = any(${accountIds}::int[]) and ${STOPPED}`)
  return new Set(rows.map(({ id }) => id))
}

export const isStopped = async (db: Queryable, accountId: number): Promise<boolean> =>
  (await findStopped(db, [accountId])).has(accountId)
