// What is owed and lies in the database: which lanes have any, and the next of each lane. Only read, never claimed: the
// backlog of a lane has one reader, and a row that another sender holds in memory is passed over.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { DAY_MS, SECOND_MS } from '#kernel/time.ts'
import { type Audience, findAudience } from './audience-store.ts'
import type { Channel, Delivery } from './delivery.ts'
import type { Cursor } from './lane.ts'

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

/** What was born in this process and not handed over by then is not handed over any more, but found here. */
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
  channel: Channel
  webhook_id: bigint | null
  /** Of a postback. */
  url: string | null
  event_id: bigint
  event_uid: string
  event_type: string
  subject_version: number
  /** The bytes as the text that they are; null: the fact is past its retention, and nobody can be told of it any more. */
  body: string | null
  missed_created_at: Date | null
  redelivery: boolean
  attempts: number
  created_ms: number
  due_text: string
}

/**
 * The next of each lane, in the order in which they are due. While the house is in recovery nothing is found, whatever this
 * process has heard of it. What was owed to a webhook when the house switched it off is passed over: it will be closed.
 * Who is to be told is asked once for each receiver and not with each delivery: most of a backlog goes to few.
 */
export async function readBacklog(db: Queryable, wants: Want[], epoch: bigint, now: Date): Promise<Found[]> {
  const handedOver = new Date(now.getTime() - HAND_OVER_MS - SECOND_MS)
  const rows = await db.query<DueRow>(sql`
    select due.account_id, due.id, due.lane, due.channel, due.webhook_id, due.url, due.event_id, due.event_uid,
      event.type as event_type, event.subject_version,
      case when event.body is null then due.event_created_at end as missed_created_at, convert_from(event.body, 'UTF8') as body, due.redelivery, due.attempts,
      date_part('epoch', due.created_at) * 1000 as created_ms, due.due_at::text as due_text
    from unnest(${wants.map(want => want.lane)}::bigint[], ${wants.map(want => want.after?.dueAt ?? '-infinity')}::timestamptz[],
      ${wants.map(want => want.after?.id ?? 0n)}::bigint[], ${wants.map(want => want.room)}::int[])
      as want(lane, after_due, after_id, room)
    cross join lateral (
      select * from delivery
      where lane = want.lane and due_at <= ${now} and (due_at, id) > (want.after_due, want.after_id)
        and (owner is null or leased_until <= ${now} or (owner = ${epoch} and due_at <= ${handedOver})
          or not exists (select from sender where sender.epoch = delivery.owner))
      order by due_at, id limit want.room
    ) due
    left join lateral (
      -- One by one through the index: before there are statistics a join would be planned over whole days of events.
      select type, subject_version, body from event
      where account_id = due.account_id and id = due.event_id and created_at = due.event_created_at
      limit 1
    ) event on true
    where not exists (select from house where recovering_since is not null)
    order by due.lane, due.due_at, due.id`)
  if (rows.length === 0) return []
  const audience = await findAudience(db, rows)
  const orphans = rows.filter(row => urlOf(row, audience) === null || isPast(row, now))
  if (orphans.length > 0) await dropDeliveries(db, orphans)
  return rows.flatMap(row => foundIn(row, audience))
}

const dropDeliveries = (db: Queryable, rows: { account_id: number; id: bigint }[]) =>
  db.query(sql`
    delete from delivery using unnest(${rows.map(row => row.account_id)}::int[], ${rows.map(row => row.id)}::bigint[])
      as gone(account_id, id)
    where delivery.account_id = gone.account_id and delivery.id = gone.id`)

/** Not found and old: nothing is ever given up because a fact is not seen for a moment. */
const isPast = ({ missed_created_at }: DueRow, now: Date): boolean =>
  missed_created_at !== null && now.getTime() - missed_created_at.getTime() > KEPT_AT_LEAST_MS

const KEPT_AT_LEAST_MS = 7 * DAY_MS

/** null: the webhook was removed while the fact was being written. */
const urlOf = (row: DueRow, audience: Audience): string | null => row.url ?? audience.of(row)?.url ?? null

function foundIn(row: DueRow, audience: Audience): Found[] {
  const listener = audience.of(row)
  const url = urlOf(row, audience)
  if (listener === undefined || url === null || row.body === null) return []
  const createdAt = new Date(Math.round(row.created_ms))
  if (listener.disabledAt !== null && createdAt <= listener.disabledAt) return []
  const delivery: Delivery = {
    accountId: row.account_id,
    id: row.id,
    lane: row.lane,
    channel: row.channel,
    webhookId: row.webhook_id,
    url,
    signing: listener.signing,
    retryPolicy: listener.retryPolicy,
    eventId: row.event_id,
    eventUid: row.event_uid,
    eventType: row.event_type,
    sequence: row.subject_version,
    body: Buffer.from(row.body, 'utf8'),
    redelivery: row.redelivery,
    attempts: row.attempts,
    createdAt,
  }
  return [{ delivery, cursor: { dueAt: row.due_text, id: row.id } }]
}
