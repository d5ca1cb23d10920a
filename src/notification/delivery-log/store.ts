// The delivery log's SQL: what is still to be sent and how everything else ended, in one list that is read in pages. A page
// never reads more than a bounded part of the log, however rarely its filters match, and says where the next one begins.
import sql, { raw } from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Queryable } from '#db/postgres.ts'
import { completeEntries, type Found, type LogEntry } from './entry-store.ts'
import { boundedBy, closedHalf, type Half, type LogFilter, NO_END, openHalf, reachOf } from './half-store.ts'

export interface LogQuestion extends LogFilter {
  limit: number
}

export interface LogPage {
  /** The newest first. */
  entries: LogEntry[]
  /** The next page's `before`. Null where nothing is left. */
  next: bigint | null
}

/**
 * Both halves are cut by their own index before they are put together. Where one was cut because it had been read for long
 * enough, nothing is shown from below its end.
 */
export async function listDeliveries(db: Queryable, asked: LogQuestion): Promise<LogPage> {
  const question = await boundedBy(db, asked)
  const { limit, status } = question
  const open = status === undefined || status === 'PENDING' ? await openHalf(db, question, PAGE_REACH) : null
  const closed = status === 'PENDING' ? null : closedHalf(question, PAGE_REACH)
  const rows = await readHalves(db, open, closed, limit)
  // An attempt that is logged meanwhile only brings the end nearer.
  const closedEnd = closed !== null && !rows.closedIsFull ? await endOf(db, closed) : null
  const floor = [rows.openEnd, closedEnd].reduce(later)
  const found = rows.found.filter(({ id }) => floor === null || id >= floor)
  const shown = found.slice(0, limit)
  const next = found.length > limit ? (shown.at(-1)?.id ?? null) : floor
  return { entries: await completeEntries(db, question, shown), next }
}

const later = (one: bigint | null, other: bigint | null) =>
  one === null || (other !== null && other > one) ? other : one

const FOUND = columnsOf<Found>({
  id: 'found.id',
  eventId: 'found.event_id',
  eventCreatedAt: 'found.event_created_at',
  outcome: 'found.outcome',
  attempts: 'found.attempts',
  httpStatus: 'found.http_status',
  error: 'found.error',
  createdAt: 'found.created_at',
  closedAt: 'found.closed_at',
  dueAt: 'found.due_at',
})

interface Ends {
  openEnd: bigint | null
  closedIsFull: boolean
}

/** One statement, since a delivery that moves from one half to the other must be in exactly one of them. */
async function readHalves(db: Queryable, open: Half | null, closed: Half | null, limit: number) {
  const isFull = (half: string) => sql`(select count(*) from ${raw(half)}) > ${limit}`
  // Where nothing was found all of it is null.
  const rows = await db.query<(Found | Record<keyof Found, null>) & Ends>(sql`
    with open_half as materialized (${open?.rows ?? NONE} limit ${limit + 1}),
    closed_half as materialized (${closed?.rows ?? NONE} limit ${limit + 1})
    select ${FOUND}, case when ${isFull('open_half')} then null else (${open?.end ?? NO_END}) end as "openEnd",
      ${isFull('closed_half')} as "closedIsFull"
    from (select) always left join (
      select * from (select * from open_half union all select * from closed_half) both_halves
      order by id desc limit ${limit + 1}
    ) found on true
    order by id desc`)
  return {
    found: rows.flatMap(({ openEnd: _open, closedIsFull: _closed, ...found }) => (found.id === null ? [] : [found])),
    openEnd: rows[0]?.openEnd ?? null,
    closedIsFull: rows[0]?.closedIsFull ?? false,
  }
}

async function endOf(db: Queryable, { end }: Half): Promise<bigint | null> {
  const [row] = await db.query<{ id: bigint | null }>(sql`select (${end}) as id`)
  return row?.id ?? null
}

/** Of each half, for one page. */
const PAGE_REACH = reachOf(5_000)

const NONE = sql`
  select null::bigint as id, null::bigint as event_id, null::timestamptz as event_created_at, null::text as outcome,
    null::int as attempts, null::int as http_status, null::text as error, null::timestamptz as created_at,
    null::timestamptz as closed_at, null::timestamptz as due_at
  where false`
