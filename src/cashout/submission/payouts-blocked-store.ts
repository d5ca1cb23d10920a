// Of which accounts no cashout is submitted, by the operator's block.
import sql from 'sql-template-tag'
import { PAYOUTS_BLOCKED } from '#db/account/payouts-blocked.ts'
import type { Queryable } from '#db/postgres.ts'

/** Those among these accounts. */
export async function findBlockedPayouts(db: Queryable, accountIds: number[]): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(sql`
    select id from account where id = any(${accountIds}::int[]) and ${PAYOUTS_BLOCKED}`)
  return new Set(rows.map(({ id }) => id))
}

export const arePayoutsBlocked = async (db: Queryable, accountId: number): Promise<boolean> =>
  (await findBlockedPayouts(db, [accountId])).has(accountId)
