// The two halves of the delivery log: what is still to be sent, and how everything else ended. Each is cut by its own index, and read
// up to a bound, however rarely its filters match.
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Period } from '#http/request/period.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { eventsAround } from '../events/moment-store.ts'
import { type DeliverySearch, searchCondition } from './search-store.ts'

/** What a closing attempt says. SKIPPED: closed without a send. */
export type Ending = 'DELIVERED' | 'FAILED' | 'SKIPPED'

export interface LogFilter {
  accountId: number
  webhookId: bigint
  /** Below this entry. */
  before?: bigint | undefined
  /** Above this one. */
  above?: bigint | undefined
  status?: Ending | 'PENDING' | undefined
  /** Its name. */
  event?: string | undefined
  /** Its subject. */
  search?: DeliverySearch | null | undefined
  /** Only these deliveries. */
  among?: bigint[] | undefined
  /** When it was written down that it is owed. */
  period?: Period | undefined
}

export interface Half {
  /** Its entries, the newest first. */
  rows: Sql
  /** The id down to which it is read, if there is anything below. */
  end: Sql
}

/** Rows of the log that are read at most, of each half. */
export interface Reach {
  rows: Sql
  /** One less, behind which the last of them stands. */
  beforeTheLast: Sql
}

export const reachOf = (rows: number): Reach => ({ rows: raw(String(rows)), beforeTheLast: raw(String(rows - 1)) })

export const NO_END = sql`null::bigint`
const MAX = 9_223_372_036_854_775_807n

/** Other processes' clocks, and what was under way. */
const ROOM_MS = 10 * MINUTE_MS

/** The same question, between the deliveries that stand around its period. */
export async function boundedBy<T extends LogFilter>(db: Queryable, question: T): Promise<T> {
  const { accountId, before = MAX, period } = question
  if (period === undefined) return question
  const { from, to } = period
  const begin = from && (await eventsAround(db, accountId, new Date(from.getTime() - ROOM_MS))).last
  const end = to && (await eventsAround(db, accountId, new Date(to.getTime() + ROOM_MS))).next
  return { ...question, above: begin ?? undefined, before: end !== null && end < before ? end : before }
}

/**
 * A webhook that owes little is read by its lane. Of one that owes more, the account's open deliveries are walked: there is
 * no index of them by webhook, because that would be paid for with every payment.
 */
export async function openHalf(db: Queryable, question: LogFilter, reach: Reach): Promise<Half> {
  const { source, end } = await openRows(db, question, reach)
  return {
    rows: sql`
      select id, event_id, event_created_at, null::text as outcome, attempts, null::int as http_status,
        null::text as error, created_at, null::timestamptz as closed_at, due_at
      from ${source} ${within(question.period, sql`created_at`)} ${ofEvent(question)} order by id desc`,
    end,
  }
}

async function openRows(db: Queryable, question: LogFilter, reach: Reach): Promise<{ source: Sql; end: Sql }> {
  const { accountId, webhookId, among } = question
  const between = betweenIds(question, sql`id`)
  if (among !== undefined)
    return {
      source: sql`delivery
        where account_id = ${accountId} and id = any(${among}::bigint[]) and webhook_id = ${webhookId} and ${between}`,
      end: NO_END,
    }
  const [lane] = await db.query<{ long: boolean }>(sql`
    select count(*) = ${reach.rows} as long from (select from delivery where lane = ${webhookId} limit ${reach.rows}) owed`)
  const walk = sql`from delivery where account_id = ${accountId} and ${between} order by id desc`
  return lane?.long
    ? {
        source: sql`(select * ${walk} limit ${reach.rows}) walked where webhook_id = ${webhookId}`,
        end: sql`select id ${walk} offset ${reach.beforeTheLast} limit 1`,
      }
    : {
        source: sql`delivery where lane = ${webhookId} and account_id = ${accountId} and ${between}`,
        end: NO_END,
      }
}

/** Of what was missed there is an index of its own. Else the attempts are walked, those before the last among them. */
export function closedHalf(question: LogFilter, reach: Reach): Half {
  const { webhookId, status, among, period } = question
  const chosen = among === undefined ? empty : sql`and delivery_id = any(${among}::bigint[])`
  const missed = status === 'FAILED' || status === 'SKIPPED' ? sql`and outcome in ('FAILED', 'SKIPPED')` : empty
  const walk = sql`
    from attempt where webhook_id = ${webhookId} and ${betweenIds(question, sql`delivery_id`)} ${onDaysOf(period)} ${missed} ${chosen}
    order by delivery_id desc`
  return {
    rows: sql`
      select delivery_id as id, event_id, event_created_at, outcome,
        case outcome when 'SKIPPED' then n - 1 else n end as attempts, http_status, error,
        delivery_created_at as created_at, created_at as closed_at, null::timestamptz as due_at
      from (select * ${walk} limit ${reach.rows}) walked
      where outcome <> 'RETRY' ${status === undefined ? empty : sql`and outcome = ${status}`}
        ${within(period, sql`delivery_created_at`)} ${ofEvent(question)}
      order by delivery_id desc`,
    // Not all attempts of the last one need have been among them.
    end: sql`select delivery_id + 1 ${walk} offset ${reach.beforeTheLast} limit 1`,
  }
}

const betweenIds = ({ above, before = MAX }: LogFilter, id: Sql): Sql =>
  above === undefined ? sql`${id} < ${before}` : sql`${id} < ${before} and ${id} > ${above}`

const within = (period: Period | undefined, at: Sql): Sql =>
  sql`${period?.from ? sql`and ${at} >= ${period.from}` : empty} ${period?.to ? sql`and ${at} < ${period.to}` : empty}`

/** No attempt was made on a day before its delivery was owed. Whole days, so that others are not even opened. */
const onDaysOf = (period: Period | undefined): Sql =>
  period?.from
    ? sql`and created_at >= ${new Date(Math.floor((period.from.getTime() - ROOM_MS) / DAY_MS) * DAY_MS)}`
    : empty

function ofEvent({ accountId, event, search = null }: LogFilter): Sql {
  if (event === undefined && search === null) return empty
  return sql`and exists (
    select from event
    where event.account_id = ${accountId} and event.id = event_id and event.created_at = event_created_at
      ${event === undefined ? empty : sql`and event.type = ${event}`}
      ${search === null ? empty : sql`and ${searchCondition(search)}`})`
}
