// The SQL of the figures of carts. One statement, over stretches of two indexes: what it reads grows with the carts of the period and
// not with those before it.
import sql from 'sql-template-tag'
import { ANEW } from '#db/planned-anew.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'

export interface CartFigures {
  /** Carts of the period. */
  opened: number
  /** Of these, paid without having been abandoned. */
  completed: number
  /** Carts that were abandoned in the period, whenever they were opened. */
  abandoned: number
  /** Of these, paid since. */
  recovered: number
  recoveredAmount: Centavos
}

export async function findFigures(db: Queryable, accountId: number, from: Date, to: Date): Promise<CartFigures> {
  const [row] = await db.query<CartFigures>(sql`${ANEW}
    select opened, completed, abandoned, recovered, "recoveredAmount" from (
      select count(*)::int as opened, (count(*) filter (where state = 'COMPLETED'))::int as completed from cart
      where account_id = ${accountId} and created_at >= ${from} and created_at < ${to}
    ) of_period cross join (
      select count(*)::int as abandoned, count(recovered_at)::int as recovered,
        coalesce(sum(amount_centavos) filter (where recovered_at is not null), 0)::bigint as "recoveredAmount"
      from cart where account_id = ${accountId} and abandoned_at >= ${from} and abandoned_at < ${to}
    ) left_behind`)
  return row as CartFigures
}
