// The SQL of figures by day. Each of the three reads one stretch of an index. A row falls into the day whose beginning is the
// last before it: the database is given the days' bounds and knows nothing of time zones.
import sql, { type Sql } from 'sql-template-tag'
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

const within = (column: Sql, bounds: Bounds): Sql => sql`${column} >= ${bounds[0]} and ${column} < ${bounds.at(-1)}`

const dayOf = (column: Sql, bounds: Bounds): Sql => sql`width_bucket(${column}, ${bounds}::timestamptz[])`

export interface PaidFigures extends DayFigures {
  /** When they were made: 0 is before the days that are asked for. */
  madeOn: number
}

/** By the day on which they were paid and the one on which they were made. Paid ones alone, so none is paid before it is made. */
export const paidByDay = (db: Queryable, accountId: number, bounds: Bounds): Promise<PaidFigures[]> =>
  db.query<PaidFigures>(sql`
    select ${dayOf(sql`completed_at`, bounds)} as day, ${dayOf(sql`created_at`, bounds)} as "madeOn", ${SUMS},
      (sum(amount_centavos) - sum(fee_centavos))::bigint as net
    from sale where account_id = ${accountId} and ${within(sql`completed_at`, bounds)} group by 1, 2`)

const SUMS = sql`count(*)::int as count, sum(amount_centavos)::bigint as gross`

/** By the day on which they were settled; what came back later is not taken off. */
export const cashoutsByDay = (db: Queryable, accountId: number, bounds: Bounds): Promise<DayFigures[]> =>
  db.query<DayFigures>(sql`
    select ${dayOf(sql`processed_at`, bounds)} as day, ${SUMS}, sum(net_centavos)::bigint as net
    from withdrawal where account_id = ${accountId} and state = 'settled' and ${within(sql`processed_at`, bounds)}
    group by 1`)

export interface DayCount {
  day: number
  count: number
}

/** By the day on which they were made, paid or not. */
export const madeByDay = (db: Queryable, accountId: number, bounds: Bounds): Promise<DayCount[]> =>
  db.query<DayCount>(sql`
    select ${dayOf(sql`created_at`, bounds)} as day, count(*)::int as count
    from sale where account_id = ${accountId} and ${within(sql`created_at`, bounds)} group by 1`)
