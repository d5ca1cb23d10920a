// The SQL of figures by day. Each of the three reads one stretch of an index, day by day: to add up a day costs a third of
// finding for every row which day it belongs to. The database is given the days' bounds and knows nothing of time zones.
import sql, { type Sql } from 'sql-template-tag'
import { ANEW } from '#db/planned-anew.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'

export interface DayFigures {
  /** Which day, from 1 on. Days without any are not among the answer. */
  day: number
  count: number
  gross: Centavos
  net: Centavos
}

/** The beginnings of the days, in order, and behind them the end of the last. */
export type Bounds = Date[]

const days = (bounds: Bounds): Sql =>
  sql`unnest(${bounds.slice(0, -1)}::timestamptz[], ${bounds.slice(1)}::timestamptz[])
    with ordinality days (begins, ends, day)`

const during = (column: Sql): Sql => sql`${column} >= begins and ${column} < ends`

export interface PaidFigures extends DayFigures {
  /** Those that were made on the day itself. */
  madeThen: number
  /** The others by the day on which they were made; 0 is before the days that are asked for. */
  madeEarlier: Record<string, number>
}

/** By the day on which they were paid. Paid ones alone, so none is paid before it is made. */
export const paidByDay = (db: Queryable, accountId: number, bounds: Bounds): Promise<PaidFigures[]> =>
  db.query<PaidFigures>(sql`${ANEW}
    select day::int as day, count, gross, net, "madeThen", (
        select coalesce(jsonb_object_agg(made_on, number), '{}') from (
          select width_bucket(made_at, ${bounds}::timestamptz[]) as made_on, count(*)::int as number
          from unnest(earlier) made_at group by 1
        ) made
      ) as "madeEarlier"
    from ${days(bounds)} cross join lateral (
      select ${SUMS}, (sum(amount_centavos) - sum(fee_centavos))::bigint as net,
        (count(*) filter (where created_at >= begins))::int as "madeThen",
        array_agg(created_at) filter (where created_at < begins) as earlier
      from sale where account_id = ${accountId} and ${during(sql`completed_at`)}
    ) paid where count > 0`)

const SUMS = sql`count(*)::int as count, sum(amount_centavos)::bigint as gross`

/** By the day on which they were settled; what came back later is not taken off. */
export const cashoutsByDay = (db: Queryable, accountId: number, bounds: Bounds): Promise<DayFigures[]> =>
  db.query<DayFigures>(sql`${ANEW}
    select day::int as day, count, gross, net
    from ${days(bounds)} cross join lateral (
      select ${SUMS}, sum(net_centavos)::bigint as net
      from withdrawal where account_id = ${accountId} and state = 'settled' and ${during(sql`processed_at`)}
    ) settled where count > 0`)

export interface DayCount {
  day: number
  count: number
}

/** By the day on which they were made, paid or not. */
export const madeByDay = (db: Queryable, accountId: number, bounds: Bounds): Promise<DayCount[]> =>
  db.query<DayCount>(sql`${ANEW}
    select day::int as day, count
    from ${days(bounds)} cross join lateral (
      select count(*)::int as count from sale where account_id = ${accountId} and ${during(sql`created_at`)}
    ) made where count > 0`)
