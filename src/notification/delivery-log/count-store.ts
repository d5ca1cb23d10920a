// How many deliveries the log has with the filters of a list, up to a bound: beyond it nobody needs the figure, and the caller
// would wait.
import sql, { type Sql } from 'sql-template-tag'
import { MAX_COUNTED } from '#db/counted.ts'
import { ANEW } from '#db/planned-anew.ts'
import type { Queryable } from '#db/postgres.ts'
import { boundedBy, closedHalf, type Half, type LogFilter, openHalf, reachOf } from './half-store.ts'

/** Of each half. To read the bodies takes longer: of this many less than half a second. */
const REACH = reachOf(60_000)
const REACH_OF_BODIES = reachOf(20_000)

export interface CountedDeliveries {
  count: number
  /** There are more than these. */
  more: boolean
}

/** One statement, since a delivery that moves from one half to the other is in exactly one of them. */
export async function countDeliveries(db: Queryable, asked: LogFilter): Promise<CountedDeliveries> {
  const filter = await boundedBy(db, asked)
  const { status, event, search = null } = filter
  const reach = event === undefined && search === null ? REACH : REACH_OF_BODIES
  const open = status === undefined || status === 'PENDING' ? await openHalf(db, filter, reach) : null
  const closed = status === 'PENDING' ? null : closedHalf(filter, reach)
  const [row] = await db.query<CountedDeliveries>(sql`${ANEW}
    select ${countOf(open)} + ${countOf(closed)} as count, ${goesOn(open)} or ${goesOn(closed)} as more`)
  const { count, more } = row ?? { count: 0, more: false }
  return { count: Math.min(count, MAX_COUNTED), more: more || count > MAX_COUNTED }
}

const countOf = (half: Half | null): Sql =>
  half === null ? sql`0` : sql`(select count(*)::int from (${half.rows} limit ${MAX_COUNTED + 1}) counted)`

const goesOn = (half: Half | null): Sql => (half === null ? sql`false` : sql`(${half.end}) is not null`)
