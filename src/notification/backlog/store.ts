// What is owed and lies in the database: which lanes have any, and the next of each lane. Only read, never claimed: the
// backlog of a lane has one reader, and a row that another sender holds in memory is passed over.
import sql from 'sql-template-tag'
import { ANEW } from '#db/planned-anew.ts'
import type { Queryable } from '#db/postgres.ts'
import { DAY_MS, SECOND_MS } from '#kernel/time.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { type Audience, findAudience } from '../delivery/destination-store.ts'
import type { Cursor } from '../delivery/lane.ts'

/** Lanes with anything in the database, in order, from beyond `after`. Looks at one row of each. */
export async function lanesInBacklog(db: Queryable, after: bigint | null, limit: number): Promise<bigint[]> {
  const rows = await db.query<{ lane: bigint }>(sql`
    with recursive found as (
      select (select lane from delivery where ${after}::bigint is null or lane > ${after} order by lane limit 1) as lane
      union all
      select (select lane from delivery where delivery.lane > found.lane order by lane limit 1)
      from found where found.lane is not null
    )
    select lane from found where lane is not null limit ${limit}`)
  return rows.map(({ lane }) => lane)
}

/** What was created in this process and not handed over by then is not handed over any more, but found here. */
export const HAND_OVER_MS = 2 * SECOND_MS

export interface Want {
  lane: bigint
  after: Cursor | null
  room: number
}

export interface Found {
  delivery: Delivery
  cursor: Cursor
}

interface DueRow {
  account_id: number
  id: bigint
  lane: bigint
  webhook_id: bigint | null
  /** Of a postback. */
  url: string | null
  event_id: bigint
  event_created_ms: number
  redelivery: boolean
  attempts: number
  created_ms: number
  due_s: number
}

/**
 * The next of each lane, in the order in which they are due. In recovery nothing is found, whatever state this process knows.
 * What was owed to a webhook when the gateway switched it off is passed over: it will be closed. The settings are read once for
 * each receiver and not with each delivery: most of a backlog goes to few.
 */
export async function readBacklog(db: Queryable, wants: Want[], epoch: bigint, now: Date): Promise<Found[]> {
  const rows = await readDue(db, wants, epoch, now)
  if (rows.length === 0) return []
  const [audience, events] = await Promise.all([findAudience(db, rows), findEvents(db, rows)])
  const orphans = rows.filter(row => urlOf(row, audience) === null || (!events.has(row.event_id) && isPast(row, now)))
  if (orphans.length > 0) await dropDeliveries(db, orphans)
  return rows.flatMap(row => foundIn(row, audience, events.get(row.event_id)))
}

async function readDue(db: Queryable, wants: Want[], epoch: bigint, now: Date): Promise<DueRow[]> {
  const handedOver = new Date(now.getTime() - HAND_OVER_MS - SECOND_MS)
  const rows = await db.query<DueRow>(sql`
    select due.account_id, due.id, due.lane, due.webhook_id, due.url, due.event_id,
      date_part('epoch', due.event_created_at) * 1000 as event_created_ms, due.redelivery, due.attempts,
      date_part('epoch', due.created_at) * 1000 as created_ms, date_part('epoch', due.due_at) as due_s
    from unnest(${wants.map(want => want.lane)}::bigint[], ${wants.map(want => want.after?.dueS ?? BEFORE_ALL)}::float8[],
      ${wants.map(want => want.after?.id ?? 0n)}::bigint[], ${wants.map(want => want.room)}::int[])
      as want(lane, after_s, after_id, room)
    cross join lateral (
      select * from delivery
      where lane = want.lane and due_at <= ${now} and (due_at, id) > (to_timestamp(want.after_s), want.after_id)
        and (owner is null or leased_until <= ${now} or (owner = ${epoch} and due_at <= ${handedOver})
          or not exists (select from sender where sender.epoch = delivery.owner))
      order by due_at, id limit want.room
    ) due
    where not exists (select from house where recovering_since is not null)`)
  // Sorted here: they come in this order, and to sort what is in order costs nothing.
  return rows.sort((a, b) => Number(a.lane - b.lane) || a.due_s - b.due_s || Number(a.id - b.id))
}

const BEFORE_ALL = Number.NEGATIVE_INFINITY

interface EventRow {
  id: bigint
  uid: string
  type: string
  subject_version: number
  /** The bytes as the text that they are. */
  body: string
}

/** By their numbers. Those that are past their retention are not there. */
async function findEvents(db: Queryable, rows: DueRow[]): Promise<Map<bigint, EventRow>> {
  const times = rows.map(row => row.event_created_ms)
  // To the millisecond, on both sides: the database counts finer.
  const [first, last] = [Math.floor(minOf(times)), Math.ceil(-minOf(times.map(time => -time)))]
  const events = await db.query<EventRow>(sql`${ANEW}
    select id, uid, type, subject_version, convert_from(body, 'UTF8') as body from event
    where account_id = any(${[...new Set(rows.map(row => row.account_id))]}::int[])
      and id = any(${[...new Set(rows.map(row => row.event_id))]}::bigint[])
      and created_at between ${new Date(first)} and ${new Date(last)}`)
  return new Map(events.map(event => [event.id, event]))
}

const minOf = (numbers: number[]): number => numbers.reduce((a, b) => Math.min(a, b))

const dropDeliveries = (db: Queryable, rows: { account_id: number; id: bigint }[]) =>
  db.query(sql`
    delete from delivery using unnest(${rows.map(row => row.account_id)}::int[], ${rows.map(row => row.id)}::bigint[])
      as gone(account_id, id)
    where delivery.account_id = gone.account_id and delivery.id = gone.id`)

/** Not found and old: nothing is ever given up because an event is not seen for a moment. */
const isPast = ({ event_created_ms }: DueRow, now: Date): boolean => now.getTime() - event_created_ms > KEPT_AT_LEAST_MS

const KEPT_AT_LEAST_MS = 7 * DAY_MS

/** null: the webhook was removed while the event was being written. */
const urlOf = (row: DueRow, audience: Audience): string | null => row.url ?? audience.of(row)?.url ?? null

function foundIn(row: DueRow, audience: Audience, event: EventRow | undefined): Found[] {
  const listener = audience.of(row)
  const url = urlOf(row, audience)
  if (listener === undefined || url === null || event === undefined) return []
  const createdAt = new Date(Math.round(row.created_ms))
  if (listener.disabledAt !== null && createdAt <= listener.disabledAt) return []
  const delivery: Delivery = {
    accountId: row.account_id,
    id: row.id,
    lane: row.lane,
    channel: listener.channel,
    webhookId: row.webhook_id,
    url,
    signing: listener.signing,
    retryPolicy: listener.retryPolicy,
    eventId: event.id,
    eventUid: event.uid,
    eventType: event.type,
    sequence: event.subject_version,
    body: Buffer.from(event.body, 'utf8'),
    redelivery: row.redelivery,
    attempts: row.attempts,
    createdAt,
  }
  return [{ delivery, cursor: { dueS: row.due_s, id: row.id } }]
}
