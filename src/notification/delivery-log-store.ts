// The delivery log's SQL: what is still to be sent and how every sent delivery ended, in one list, and the making of a
// delivery that repeats an earlier one.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

export interface LogEntry {
  id: bigint
  webhookId: bigint
  eventUid: string
  /** Null where the event itself is past its retention. */
  eventType: string | null
  body: Buffer | null
  /** Null while there is still an attempt to come. */
  outcome: 'DELIVERED' | 'FAILED' | null
  /** Attempts made so far, and what came of the last one. */
  attempts: number
  httpStatus: number | null
  error: string | null
  createdAt: Date
  closedAt: Date | null
  dueAt: Date | null
}

interface EntryRow {
  id: bigint
  webhook_id: bigint
  event_uid: string
  event_type: string | null
  body: Buffer | null
  outcome: 'DELIVERED' | 'FAILED' | null
  attempts: number
  http_status: number | null
  error: string | null
  created_at: Date
  closed_at: Date | null
  due_at: Date | null
}

/** The newest first. Both halves are cut to `limit` by their own index before they are put together. */
export async function listDeliveries(
  db: Queryable,
  accountId: number,
  webhookId: bigint,
  limit: number,
): Promise<LogEntry[]> {
  const rows = await db.query<EntryRow>(sql`
    with unsent as (
      select id, event_uid, event_created_at, null as outcome, attempts, last.http_status, last.error,
        delivery.created_at, null::timestamptz as closed_at, due_at
      from (
        select id, event_uid, event_created_at, attempts, created_at, due_at from delivery
        where account_id = ${accountId} and webhook_id = ${webhookId}
        order by id desc limit ${limit}
      ) delivery
      left join lateral (
        select http_status, error from attempt
        where account_id = ${accountId} and delivery_id = delivery.id and n = delivery.attempts
          and attempt.created_at >= delivery.created_at
        limit 1
      ) last on delivery.attempts > 0
    ), closed as (
      select delivery_id as id, event_uid, event_created_at, outcome, n as attempts, http_status, error,
        delivery_created_at as created_at, created_at as closed_at, null::timestamptz as due_at
      from attempt where account_id = ${accountId} and webhook_id = ${webhookId} and outcome <> 'RETRY'
      order by delivery_id desc limit ${limit}
    ), entry as (
      select * from unsent union all select * from closed order by id desc limit ${limit}
    )
    select entry.id, ${webhookId}::bigint as webhook_id, entry.event_uid, event.type as event_type, event.body, outcome,
      attempts, http_status, error, entry.created_at, closed_at, due_at
    from entry left join event on event.account_id = ${accountId} and event.uid = entry.event_uid
      and event.created_at = entry.event_created_at
    order by entry.id desc`)
  return rows.map(entryOf)
}

const entryOf = (row: EntryRow): LogEntry => ({
  id: row.id,
  webhookId: row.webhook_id,
  eventUid: row.event_uid,
  eventType: row.event_type,
  body: row.body,
  outcome: row.outcome,
  attempts: row.attempts,
  httpStatus: row.http_status,
  error: row.error,
  createdAt: row.created_at,
  closedAt: row.closed_at,
  dueAt: row.due_at,
})

export interface Redelivery {
  id: bigint
  eventUid: string
}

/**
 * The same fact once more to the same webhook, due at once, with attempts of its own. Null where the account has no such
 * delivery, or its webhook or its event are gone.
 */
export async function insertRedelivery(
  db: Queryable,
  accountId: number,
  deliveryId: bigint,
  now: Date,
): Promise<Redelivery | null> {
  const [row] = await db.query<{ id: bigint; event_uid: string }>(sql`
    with original as (
      select webhook_id, channel, event_uid, event_created_at from delivery
      where account_id = ${accountId} and id = ${deliveryId}
      union all
      select webhook_id, channel, event_uid, event_created_at from attempt
      where account_id = ${accountId} and delivery_id = ${deliveryId} and outcome <> 'RETRY'
      limit 1
    )
    insert into delivery (account_id, channel, webhook_id, event_uid, event_created_at, redelivery, due_at, created_at)
    select ${accountId}, channel, webhook_id, event_uid, event_created_at, true, ${now}, ${now}
    from original
    join webhook on webhook.account_id = ${accountId} and webhook.id = original.webhook_id
    join event on event.account_id = ${accountId} and event.uid = original.event_uid
      and event.created_at = original.event_created_at
    returning id, event_uid`)
  return row === undefined ? null : { id: row.id, eventUid: row.event_uid }
}
