// Which events of an account stand around a moment. Numbers are given in the order of time, but for what was under way at the
// same time and for clocks that differ: a caller who needs it exactly leaves room, and compares the times of what is found.
import sql, { type Sql } from 'sql-template-tag'
import { ANEW } from '#db/planned-anew.ts'
import type { Queryable } from '#db/postgres.ts'
import { DAY_MS } from '#kernel/time.ts'

export interface Around {
  /** The last event before it; null: none is kept. */
  last: bigint | null
  /** The first one from then on; null: there is none. */
  next: bigint | null
}

const MAX = sql`9223372036854775807::bigint`

/**
 * The day is found by its partition, and the place in it by halving the numbers that were given, since there is no index of times:
 * some thirty looks at an index. Numbers are asked for with both of their ends, or a day that the server thinks to be empty is read
 * whole and sorted.
 */
export async function eventsAround(db: Queryable, accountId: number, moment: Date): Promise<Around> {
  const begin = new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS)
  const end = new Date(begin.getTime() + DAY_MS)
  const numbered = (from: Sql, below: Sql) =>
    sql`from event where account_id = ${accountId} and id >= ${from} and id < ${below}`
  const [row] = await db.query<Around>(sql`${ANEW}
    with recursive halved as (
      select 1::bigint as low, last_value + 1 as high from event_id
      union all
      select case when met.created_at < ${moment} then met.id + 1 else low end,
        case when met.created_at < ${moment} then high else middle end
      from halved
      cross join lateral (select low + (high - low) / 2 as middle) half
      left join lateral (
        select id, created_at ${numbered(sql`middle`, sql`high`)} and created_at >= ${begin} and created_at < ${end}
        order by id limit 1
      ) met on true
      where low < high
    ), place as materialized (
      select (
        select id ${numbered(sql`(select low from halved where low = high)`, MAX)} and created_at >= ${begin}
        order by id limit 1
      ) as next
    )
    select next, (select id ${numbered(sql`1`, sql`coalesce(next, ${MAX})`)} order by id desc limit 1) as last from place`)
  return row ?? { last: null, next: null }
}
