// The SQL of events as their account pulls them, in the order of their numbers.
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import { ANEW } from '#db/planned-anew.ts'
import type { Database, Queryable } from '#db/postgres.ts'
import type { Period } from '#http/request/period.ts'
import { DAY_MS } from '#kernel/time.ts'

export interface PulledEvent {
  id: bigint
  uid: string
  type: string
  subject: string
  subjectId: bigint
  version: number
  body: Buffer
  createdAt: Date
}

export const PULLED = columnsOf<PulledEvent>({
  id: 'event.id',
  uid: 'event.uid',
  type: 'event.type',
  subject: 'event.subject',
  subjectId: 'event.subject_id',
  version: 'event.subject_version',
  body: 'event.body',
  createdAt: 'event.created_at',
})

/** The last number that was given to an event, whether its transaction has committed or not. */
export async function lastGivenEvent(db: Database): Promise<bigint> {
  const [row] = await db.query<{ given: bigint }>(sql`
    select case when is_called then last_value else 0 end as given from event_id`)
  return row?.given ?? 0n
}

/**
 * Takes a transaction's number, which is above all that were given before. The end of a snapshot would not do: it is the
 * first number above those that have ended, and transactions that are still running may stand beyond it.
 */
export async function nextTransaction(db: Database): Promise<bigint> {
  const [row] = await db.query<{ xid: bigint }>(sql`select pg_current_xact_id()::text::bigint as xid`)
  return (row as { xid: bigint }).xid
}

/** All transactions with lower numbers have ended. */
export async function oldestTransaction(db: Database): Promise<bigint> {
  const [row] = await db.query<{ xid: bigint }>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xid`)
  return (row as { xid: bigint }).xid
}

/** The number of the event with this id; null where the account has none, or has it no more. */
export async function findEventId(db: Queryable, accountId: number, uid: string): Promise<bigint | null> {
  const [row] = await db.query<{ id: bigint }>(sql`
    select id from event where account_id = ${accountId} and uid = ${uid}`)
  return row?.id ?? null
}

export interface EventQuestion {
  accountId: number
  after: bigint
  upTo: bigint
  limit: number
  /** Null: of all types. */
  types: string[] | null
  /** When it happened. */
  period: Period
  /** Only what no webhook has taken. */
  undelivered: boolean
  /** Also what is told of carts. */
  carts: boolean
  /** Also what is told of recurrences and their debits. */
  recurrences: boolean
}

export interface EventPage {
  events: PulledEvent[]
  /** Everything up to there has been looked at. */
  reached: bigint
  /** Whether there may be more right now. */
  more: boolean
}

interface Walk {
  walkedTo: bigint | null
  isCut: boolean
}

/** Events that one page looks at. At most every second one of all is a postback's and no webhook's. */
const LOOKED_AT_FOR_FILTERED = 1_000
const LOOKED_AT_FOR_EACH = 4

export async function listEvents(db: Queryable, question: EventQuestion): Promise<EventPage> {
  const { accountId, after, upTo, limit, types, period, undelivered } = question
  // Another process may already have given this caller more than this one knows to be settled.
  if (after >= upTo) return { events: [], reached: after, more: false }
  const isFiltered = undelivered || types !== null || period.from !== null || period.to !== null
  const lookedAt = isFiltered ? LOOKED_AT_FOR_FILTERED : LOOKED_AT_FOR_EACH * limit
  // Where nothing matches all of it is null.
  const rows = await db.query<(PulledEvent | Record<keyof PulledEvent, null>) & Walk>(sql`${undelivered ? ANEW : empty}
    with walked as materialized (
      select * from event where account_id = ${accountId} and id > ${after} and id <= ${upTo} ${onDaysOf(period)}
      order by id limit ${lookedAt}
    ), found as materialized (
      select * from walked where form <> all(${notPulled(question)}::text[]) ${within(period)}
        ${types === null ? empty : sql`and type = any(${types}::text[])`} ${undelivered ? notTaken(accountId) : empty}
      order by id limit ${limit}
    )
    select ${PULLED}, way."walkedTo", way."isCut"
    from (select max(id) as "walkedTo", count(*) = ${lookedAt} as "isCut" from walked) way left join found event on true
    order by event.id`)
  const events = rows.flatMap(({ walkedTo: _to, isCut: _cut, ...event }) => (event.id === null ? [] : [event]))
  const last = events.at(-1)
  if (events.length === limit && last !== undefined) return { events, reached: last.id, more: true }
  const { isCut, walkedTo } = rows[0] as Walk
  return { events, reached: isCut && walkedTo !== null ? walkedTo : upTo, more: isCut }
}

/** What webhooks are told in another form, and tests of webhooks. */
const NOT_PULLED = ['SALE_POSTBACK', 'TEST']

/** Nor what only those get who ask for it. */
const notPulled = ({ carts, recurrences }: EventQuestion): string[] => [
  ...NOT_PULLED,
  ...(carts ? [] : ['CART']),
  ...(recurrences ? [] : ['RECURRENCE', 'RECURRENCE_DEBIT']),
]

const within = ({ from, to }: Period): Sql =>
  sql`${from === null ? empty : sql`and created_at >= ${from}`} ${to === null ? empty : sql`and created_at < ${to}`}`

/** Whole days, so that other days are not read at all; what is of the same day is walked in bounded steps. */
const onDaysOf = ({ from, to }: Period): Sql =>
  within({
    from: from && new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS),
    to: to && new Date(Math.ceil(to.getTime() / DAY_MS) * DAY_MS),
  })

/** An event's first deliveries have the numbers behind its own. Those of others that are created at the same time lie between. */
const NUMBERS_AT_ONE_TIME = raw('20000')

/** In doubt it was not taken: a caller who pulls an event twice knows it by its id. */
const notTaken = (accountId: number) => sql`
  and id not in (
    select attempt.event_id from attempt
    where webhook_id = any(array(select webhook.id from webhook where account_id = ${accountId})) and outcome = 'DELIVERED'
      and delivery_id > (select min(id) from walked)
      and delivery_id <= (select max(id) + ${NUMBERS_AT_ONE_TIME} from walked)
    union all
    select attempt.event_id from attempt
    where account_id = ${accountId} and redelivery and webhook_id is not null and outcome = 'DELIVERED'
      and event_id between (select min(id) from walked) and (select max(id) from walked))`
