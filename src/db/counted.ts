// Counts and sums what a list is narrowed to, up to a bound: beyond it nobody needs the figure, and the caller would wait.
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Centavos } from '#kernel/money.ts'
import { ANEW } from './planned-anew.ts'
import type { Queryable } from './postgres.ts'

export interface Totals {
  count: number
  amount: Centavos
  /** There are more than these. */
  more: boolean
}

export const MAX_COUNTED = 10_000
/** Looked through, where what is wanted is rare. */
const MAX_WALKED = 60_000

interface TotalsRow {
  count: number
  amount: Centavos
}

interface Counted {
  from: Sql
  order: Sql
  where: Sql
  amount: Sql
  walked?: Sql
}

/**
 * `from` is a table and what narrows it to a stretch of one index, `order` that index, and `where` all that is wanted of it: what a filter in `from`
 * leaves out would be walked without a bound. An index of a few rows may be named in `from` by its filter, which stands in `where` as well.
 * `amount` names the sum, and `walked` what `where` calls the rows.
 */
export async function countUpTo(
  db: Queryable,
  { from, order, where, amount, walked = sql`walked` }: Counted,
): Promise<Totals> {
  const [row] = await db.query<TotalsRow>(sql`${ANEW}
    select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount from (
      select ${amount} as amount from (select * from ${from} order by ${order} limit ${raw(String(MAX_WALKED))}) ${walked}
      where ${where} limit ${raw(String(MAX_COUNTED))}
    ) counted`)
  const { count, amount: sum } = row ?? { count: 0, amount: 0n as Centavos }
  const more = count === MAX_COUNTED ? true : await isLonger(db, from, order)
  return { count, amount: sum, more }
}

async function isLonger(db: Queryable, from: Sql, order: Sql): Promise<boolean> {
  const rows = await db.query(sql`${ANEW}
    select from ${from} order by ${order} offset ${raw(String(MAX_WALKED))} limit 1`)
  return rows.length > 0
}
