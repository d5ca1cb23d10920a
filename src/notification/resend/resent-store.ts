// The SQL of events that were sent again, as the listeners of their account get them.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { later, MINUTE_MS } from '#kernel/time.ts'
import { PULLED, type PulledEvent } from '../events/pull-store.ts'

/**
 * Part of the statement that sends something again; `from` has event_id and event_created_at. The transaction has its number before
 * a row has one, or a reader who waits for all older transactions would miss it.
 */
export const writeResends = (accountId: number, from: Sql, now: Date): Sql => sql`
  insert into event_resend (account_id, event_id, event_created_at, created_at)
  select ${accountId}, event_id, event_created_at, ${now} from ${from} where pg_current_xact_id() is not null`

export interface ResentEvent {
  id: bigint
  uid: string
  type: string
}

/** Null where the account has no such event, or has it no more. A test of a webhook is no event of the account. */
export async function insertResend(
  tx: Transaction,
  accountId: number,
  eventId: bigint,
  now: Date,
): Promise<ResentEvent | null> {
  const [row] = await tx.query<ResentEvent>(sql`
    with chosen as materialized (
      select id, uid, type, id as event_id, created_at as event_created_at from event
      where account_id = ${accountId} and id = ${eventId} and form not in ('SALE_POSTBACK', 'TEST')
    ), written as (${writeResends(accountId, sql`chosen`, now)})
    select id, uid, type from chosen`)
  return row ?? null
}

/** By whatever way. */
export async function countResends(tx: Transaction, accountId: number, now: Date): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(sql`
    select count(*) from event_resend where account_id = ${accountId} and created_at > ${later(now, -MINUTE_MS)}`)
  return Number(row?.count ?? 0)
}

export interface ResendQuestion {
  accountId: number
  after: bigint
  upTo: bigint
  types: readonly string[]
  limit: number
}

export interface ListenedEvent extends PulledEvent {
  /** The place among what listeners get: the event's own number, or that of its resend. */
  place: bigint
  redelivery: boolean
}

/** In the order of their places. */
export function listResends(db: Queryable, question: ResendQuestion): Promise<ListenedEvent[]> {
  const { accountId, after, upTo, types, limit } = question
  return db.query<ListenedEvent>(sql`
    select ${PULLED}, again.id as place, true as redelivery
    from event_resend again
    join event on event.account_id = again.account_id and event.id = again.event_id
      and event.created_at = again.event_created_at
    where again.account_id = ${accountId} and again.id > ${after} and again.id <= ${upTo}
      and form not in ('SALE_POSTBACK', 'TEST') and type = any(${types}::text[])
    order by again.id limit ${limit}`)
}

/** One event of the account, by its number. */
export async function findEvent(db: Queryable, accountId: number, id: bigint): Promise<PulledEvent | null> {
  const [row] = await db.query<PulledEvent>(sql`
    select ${PULLED} from event
    where account_id = ${accountId} and id = ${id} and form not in ('SALE_POSTBACK', 'TEST')`)
  return row ?? null
}
