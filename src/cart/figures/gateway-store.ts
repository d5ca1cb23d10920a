// The SQL of the carts of all accounts, for monitoring. It reads carts that can still be bought, and those that have not been forgotten.
import sql from 'sql-template-tag'
import { IS_LIVE } from '#db/account/live-accounts.ts'
import { ANEW } from '#db/planned-anew.ts'
import type { Queryable } from '#db/postgres.ts'

export interface CartCounts {
  /** They can still be bought. */
  open: number
  /** The same, and told as abandoned. */
  abandoned: number
  /** Since then. */
  completedSince: number
  recoveredSince: number
  expiredSince: number
}

export async function countCarts(db: Queryable, since: Date): Promise<CartCounts> {
  const [row] = await db.query<CartCounts>(sql`${ANEW}
    select open, abandoned, "completedSince", "recoveredSince", "expiredSince" from (
      select (count(*) filter (where state = 'OPEN'))::int as open, (count(*) filter (where state = 'ABANDONED'))::int as abandoned
      from cart where ${IS_LIVE} and state in ('OPEN', 'ABANDONED')
    ) standing cross join (
      select (count(*) filter (where state = 'COMPLETED'))::int as "completedSince",
        (count(*) filter (where state = 'RECOVERED'))::int as "recoveredSince",
        (count(*) filter (where state = 'EXPIRED'))::int as "expiredSince"
      from cart where ${IS_LIVE} and ended_at >= ${since} and erased_at is null
    ) ended`)
  return row as CartCounts
}
