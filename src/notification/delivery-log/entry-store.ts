// What an entry of the delivery log shows besides its own row: the event, and the answer to the last attempt while another one is
// to come. Asked for only the entries of a page, by their days, so that no other day is even thought of.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { Ending } from './half-store.ts'

export interface Found {
  id: bigint
  eventId: bigint
  eventCreatedAt: Date
  /** Null while there is still an attempt to come. */
  outcome: Ending | null
  /** Attempts made so far, and what came of the last one. */
  attempts: number
  httpStatus: number | null
  error: string | null
  createdAt: Date
  closedAt: Date | null
  dueAt: Date | null
}

export interface LogEntry extends Found {
  webhookId: bigint
  /** These are null where the event itself is past its retention. */
  eventUid: string | null
  eventType: string | null
  body: Buffer | null
}

interface Whose {
  accountId: number
  webhookId: bigint
}

export async function completeEntries(db: Queryable, whose: Whose, found: Found[]): Promise<LogEntry[]> {
  const events = await eventsOf(db, whose.accountId, found)
  const answers = await lastAnswers(
    db,
    whose,
    found.filter(({ outcome, attempts }) => outcome === null && attempts > 0),
  )
  return found.map(entry => {
    const event = events.get(entry.eventId)
    const last = answers.get(entry.id)
    return {
      ...entry,
      webhookId: whose.webhookId,
      eventUid: event?.uid ?? null,
      eventType: event?.type ?? null,
      body: event?.body ?? null,
      httpStatus: last?.http_status ?? entry.httpStatus,
      error: last?.error ?? entry.error,
    }
  })
}

interface EventRow {
  id: bigint
  uid: string
  type: string
  version: number
  body: Buffer
}

export async function eventsOf(
  db: Queryable,
  accountId: number,
  of: Pick<Found, 'eventId' | 'eventCreatedAt'>[],
): Promise<Map<bigint, EventRow>> {
  if (of.length === 0) return new Map()
  const times = of.map(({ eventCreatedAt }) => eventCreatedAt.getTime())
  const rows = await db.query<EventRow>(sql`
    select event.id, uid, type, subject_version as version, body from unnest(${of.map(({ eventId }) => eventId)}::bigint[]) as asked(id)
    cross join lateral (
      select * from event
      where account_id = ${accountId} and event.id = asked.id
        and created_at between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}
      limit 1
    ) event`)
  return new Map(rows.map(row => [row.id, row]))
}

interface AnswerRow {
  delivery_id: bigint
  n: number
  http_status: number | null
  error: string | null
}

async function lastAnswers(db: Queryable, { webhookId }: Whose, open: Found[]) {
  if (open.length === 0) return new Map<bigint, AnswerRow>()
  const attempts = new Map(open.map(({ id, attempts }) => [id, attempts]))
  // The hour is for clocks that differ.
  const since = new Date(Math.min(...open.map(({ createdAt }) => createdAt.getTime())) - HOUR_MS)
  const rows = await db.query<AnswerRow>(sql`
    select delivery_id, n, http_status, error from attempt
    where webhook_id = ${webhookId}
      and delivery_id = any(${[...attempts.keys()]}::bigint[]) and created_at >= ${since}`)
  const last = rows.filter(({ delivery_id, n }) => attempts.get(delivery_id) === n)
  return new Map(last.map(row => [row.delivery_id, row]))
}
