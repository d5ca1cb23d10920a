// One delivery of the log with every attempt that was made. The log is kept by webhook, so it is found by those of the
// account; what was sent to a webhook that has been removed is not found any more.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { NotificationType } from '../webhooks/webhook.ts'
import { eventsOf, type LogEntry } from './entry-store.ts'
import type { Ending } from './half-store.ts'

export interface LoggedAttempt {
  n: number
  startedAt: Date
  durationMs: number
  httpStatus: number | null
  error: string | null
  responseHead: string | null
  outcome: 'DELIVERED' | 'FAILED' | 'RETRY'
}

export interface LoggedDelivery extends LogEntry {
  /** Where the last attempt went; the webhook's own of today before the first one. */
  url: string
  redelivery: boolean
  /** Of the event; null where it is past its retention. */
  sequence: number | null
  notificationType: NotificationType
  /** As the webhook is set today. */
  standardHeaders: boolean
  tries: LoggedAttempt[]
}

interface HeldRow {
  webhook_id: bigint
  url: string
  event_id: bigint
  event_created_at: Date
  redelivery: boolean
  notification_type: NotificationType
  standard_headers: boolean
  created_at: Date
}

interface OpenRow extends HeldRow {
  due_at: Date
}

interface AttemptRow extends HeldRow {
  n: number
  outcome: Ending | 'RETRY'
  http_status: number | null
  error: string | null
  response_head: string | null
  started_at: Date
  duration_ms: number
  closed_at: Date
}

export async function findLogged(db: Queryable, accountId: number, id: bigint): Promise<LoggedDelivery | null> {
  // In this order: what is closed in between has its closing attempt among the attempts.
  const open = await findOpen(db, accountId, id)
  const attempts = await attemptsOf(db, accountId, id)
  const last = attempts.at(-1)
  const held = last ?? open
  if (held === null) return null
  const closing = last === undefined || last.outcome === 'RETRY' ? null : last
  const tried = attempts.filter(({ outcome }) => outcome !== 'SKIPPED')
  const { event_id: eventId, event_created_at: eventCreatedAt } = held
  const event = (await eventsOf(db, accountId, [{ eventId, eventCreatedAt }])).get(eventId)
  return {
    id,
    webhookId: held.webhook_id,
    eventId,
    eventUid: event?.uid ?? null,
    eventCreatedAt,
    eventType: event?.type ?? null,
    body: event?.body ?? null,
    outcome: endingOf(closing),
    attempts: tried.length,
    httpStatus: last?.http_status ?? null,
    error: last?.error ?? null,
    createdAt: held.created_at,
    closedAt: closing?.closed_at ?? null,
    dueAt: closing === null ? (open?.due_at ?? null) : null,
    url: held.url,
    redelivery: held.redelivery,
    sequence: event?.version ?? null,
    notificationType: held.notification_type,
    standardHeaders: held.standard_headers,
    tries: tried.map(attemptOf),
  }
}

const endingOf = (closing: AttemptRow | null): Ending | null =>
  closing === null || closing.outcome === 'RETRY' ? null : closing.outcome

async function findOpen(db: Queryable, accountId: number, id: bigint): Promise<OpenRow | null> {
  const [row] = await db.query<OpenRow>(sql`
    select webhook_id, webhook.url, event_id, event_created_at, redelivery, notification_type, standard_headers,
      delivery.created_at, due_at
    from delivery join webhook on webhook.account_id = delivery.account_id and webhook.id = webhook_id
    where delivery.account_id = ${accountId} and delivery.id = ${id}`)
  return row ?? null
}

const attemptsOf = (db: Queryable, accountId: number, id: bigint): Promise<AttemptRow[]> =>
  db.query<AttemptRow>(sql`
    select webhook_id, ${ADDRESS} as url, event_id, event_created_at, redelivery, notification_type, standard_headers,
      delivery_created_at as created_at, n, outcome, http_status, error, response_head, ${STARTED_AT} as started_at, duration_ms, attempt.created_at as closed_at
    from attempt join webhook on webhook.id = webhook_id
    where delivery_id = ${id} and webhook_id = any(array(select id from webhook where account_id = ${accountId}))
      and webhook.account_id = ${accountId}
    order by n`)

const STARTED_AT = sql`attempt.created_at - duration_ms * interval '1 ms'`

/** Where the webhook was when the attempt began. */
const ADDRESS = sql`coalesce((
  select earlier.url from webhook_address earlier
  where earlier.account_id = webhook.account_id and earlier.webhook_id = webhook.id and until > ${STARTED_AT}
  order by until limit 1), webhook.url)`

const attemptOf = (row: AttemptRow): LoggedAttempt => ({
  n: row.n,
  startedAt: row.started_at,
  durationMs: row.duration_ms,
  httpStatus: row.http_status,
  error: row.error,
  responseHead: row.response_head,
  outcome: row.outcome as LoggedAttempt['outcome'],
})
