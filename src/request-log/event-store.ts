// The events that a request caused: those about its subject that were written while it was being answered.
import sql, { raw } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { eventsAround } from '#notification/events/moment-store.ts'
import type { LoggedRequest } from './request.ts'

export interface CausedEvent {
  id: string
  event: string
  createdAt: Date
}

/** Clocks of several processes differ a little, and an answer may overtake the note of its time. */
const ROOM_MS = SECOND_MS
/** Of a busy account many events are written meanwhile. */
const LOOKED_THROUGH = raw('1000')
const MAX_EVENTS = raw('20')

export async function listCausedEvents(
  db: Queryable,
  { accountId, subjectUuid, createdAt, durationMs }: LoggedRequest,
): Promise<CausedEvent[]> {
  if (subjectUuid === null) return []
  const from = new Date(createdAt.getTime() - ROOM_MS)
  const to = new Date(createdAt.getTime() + durationMs + ROOM_MS)
  const { next } = await eventsAround(db, accountId, from)
  if (next === null) return []
  return db.query<CausedEvent>(sql`
    select uid as id, type as event, created_at as "createdAt" from (
      select * from event where account_id = ${accountId} and id >= ${next} and created_at >= ${from} and created_at < ${to}
      order by id limit ${LOOKED_THROUGH}
    ) event
    cross join lateral (select convert_from(event.body, 'UTF8')::jsonb as body) sent
    where form <> 'TEST' and ${subjectUuid} in (sent.body->>'uuid', sent.body->>'saleUuid')
    order by event.id limit ${MAX_EVENTS}`)
}
