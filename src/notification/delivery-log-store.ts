// The delivery log's SQL: what is still to be sent and how everything else ended, in one list that is read in pages. A page
// never reads more than a bounded part of the log, however rarely its filters match, and says where the next one begins.
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { completeEntries, type Found, type LogEntry } from './delivery-log-entry-store.ts'
import { type DeliverySearch, tellsOf } from './delivery-log-search.ts'

/** What a closing attempt says. SKIPPED: closed without a send. */
export type Ending = 'DELIVERED' | 'FAILED' | 'SKIPPED'

export interface LogQuestion {
  accountId: number
  webhookId: bigint
  limit: number
  /** The page begins below this entry. */
  before?: bigint | undefined
  status?: Ending | 'PENDING' | undefined
  /** Its name. */
  event?: string | undefined
  /** What it tells of. */
  search?: DeliverySearch | null | undefined
  /** Only these deliveries. */
  among?: bigint[] | undefined
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
export async function listDeliveries(db: Queryable, question: LogQuestion): Promise<LogPage> {
  const { limit, status } = question
  const open = status === undefined || status === 'PENDING' ? await openHalf(db, question) : null
  const closed = status === 'PENDING' ? null : closedHalf(question)
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

interface Half {
  /** Its entries, the newest first. */
  rows: Sql
  /** The id down to which it is read, if there is anything below. */
  end: Sql
}

interface HalvesRow {
  /** The others are null as well where nothing was found. */
  id: bigint | null
  event_id: bigint
  event_created_at: Date
  outcome: Ending | null
  attempts: number
  http_status: number | null
  error: string | null
  created_at: Date
  closed_at: Date | null
  due_at: Date | null
  open_end: bigint | null
  closed_is_full: boolean
}

/** One statement, since a delivery that moves from one half to the other must be in exactly one of them. */
async function readHalves(db: Queryable, open: Half | null, closed: Half | null, limit: number) {
  const isFull = (half: string) => sql`(select count(*) from ${raw(half)}) > ${limit}`
  const rows = await db.query<HalvesRow>(sql`
    with open_half as materialized (${open?.rows ?? NONE} limit ${limit + 1}),
    closed_half as materialized (${closed?.rows ?? NONE} limit ${limit + 1})
    select found.*, case when ${isFull('open_half')} then null else (${open?.end ?? NO_END}) end as open_end,
      ${isFull('closed_half')} as closed_is_full
    from (select) always left join (
      select * from (select * from open_half union all select * from closed_half) both_halves
      order by id desc limit ${limit + 1}
    ) found on true
    order by id desc`)
  return {
    found: rows.flatMap(row => (row.id === null ? [] : [foundIn({ ...row, id: row.id })])),
    openEnd: rows[0]?.open_end ?? null,
    closedIsFull: rows[0]?.closed_is_full ?? false,
  }
}

async function endOf(db: Queryable, { end }: Half): Promise<bigint | null> {
  const [row] = await db.query<{ id: bigint | null }>(sql`select (${end}) as id`)
  return row?.id ?? null
}

const NONE = sql`
  select null::bigint as id, null::bigint as event_id, null::timestamptz as event_created_at, null::text as outcome,
    null::int as attempts, null::int as http_status, null::text as error, null::timestamptz as created_at,
    null::timestamptz as closed_at, null::timestamptz as due_at
  where false`
const NO_END = sql`null::bigint`

const MOST = 9_223_372_036_854_775_807n
/** Rows of the log that one page reads at most, of each half. */
const SCANNED = raw('5000')
const BEFORE_THE_LAST = raw('4999')

/**
 * A webhook that owes little is read by its lane. Of one that owes more, the account's open deliveries are walked: there is
 * no index of them by webhook, because that would be paid for with every payment.
 */
async function openHalf(db: Queryable, question: LogQuestion): Promise<Half> {
  const { source, end } = await openRows(db, question)
  return {
    rows: sql`
      select id, event_id, event_created_at, null::text as outcome, attempts, null::int as http_status,
        null::text as error, created_at, null::timestamptz as closed_at, due_at
      from ${source} ${ofEvent(question)} order by id desc`,
    end,
  }
}

async function openRows(db: Queryable, question: LogQuestion): Promise<{ source: Sql; end: Sql }> {
  const { accountId, webhookId, before = MOST, among } = question
  if (among !== undefined)
    return {
      source: sql`delivery
        where account_id = ${accountId} and id = any(${among}::bigint[]) and webhook_id = ${webhookId} and id < ${before}`,
      end: NO_END,
    }
  const [lane] = await db.query<{ long: boolean }>(sql`
    select count(*) = ${SCANNED} as long from (select from delivery where lane = ${webhookId} limit ${SCANNED}) owed`)
  const walk = sql`from delivery where account_id = ${accountId} and id < ${before} order by id desc`
  return lane?.long
    ? {
        source: sql`(select * ${walk} limit ${SCANNED}) walked where webhook_id = ${webhookId}`,
        end: sql`select id ${walk} offset ${BEFORE_THE_LAST} limit 1`,
      }
    : {
        source: sql`delivery where lane = ${webhookId} and account_id = ${accountId} and id < ${before}`,
        end: NO_END,
      }
}

/** Of what was missed there is an index of its own. Else the attempts are walked, those before the last among them. */
function closedHalf(question: LogQuestion): Half {
  const { webhookId, before = MOST, status, among } = question
  const chosen = among === undefined ? empty : sql`and delivery_id = any(${among}::bigint[])`
  const missed = status === 'FAILED' || status === 'SKIPPED' ? sql`and outcome in ('FAILED', 'SKIPPED')` : empty
  const walk = sql`
    from attempt where webhook_id = ${webhookId} and delivery_id < ${before} ${missed} ${chosen}
    order by delivery_id desc`
  return {
    rows: sql`
      select delivery_id as id, event_id, event_created_at, outcome,
        case outcome when 'SKIPPED' then n - 1 else n end as attempts, http_status, error,
        delivery_created_at as created_at, created_at as closed_at, null::timestamptz as due_at
      from (select * ${walk} limit ${SCANNED}) walked
      where outcome <> 'RETRY' ${status === undefined ? empty : sql`and outcome = ${status}`} ${ofEvent(question)}
      order by delivery_id desc`,
    // Not all attempts of the last one need have been among them.
    end: sql`select delivery_id + 1 ${walk} offset ${BEFORE_THE_LAST} limit 1`,
  }
}

function ofEvent({ accountId, event, search = null }: LogQuestion): Sql {
  if (event === undefined && search === null) return empty
  return sql`and exists (
    select from event
    where event.account_id = ${accountId} and event.id = event_id and event.created_at = event_created_at
      ${event === undefined ? empty : sql`and event.type = ${event}`}
      ${search === null ? empty : sql`and ${tellsOf(search)}`})`
}

const foundIn = (row: HalvesRow & { id: bigint }): Found => ({
  id: row.id,
  eventId: row.event_id,
  eventCreatedAt: row.event_created_at,
  outcome: row.outcome,
  attempts: row.attempts,
  httpStatus: row.http_status,
  error: row.error,
  createdAt: row.created_at,
  closedAt: row.closed_at,
  dueAt: row.due_at,
})
