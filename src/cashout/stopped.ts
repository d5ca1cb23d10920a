// The operator's stop: of an account that is blocked, or may not transfer, nothing more is sent, however long ago it was asked
// for and whoever agreed. What has begun to be sent goes on.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

/** Of an account. */
export const STOPPED = sql`(account.status = 'BLOCKED' or not account.transfer_allowed)`

export async function isStopped(db: Queryable, accountId: number): Promise<boolean> {
  const rows = await db.query(sql`select from account where id = ${accountId} and ${STOPPED}`)
  return rows.length > 0
}
