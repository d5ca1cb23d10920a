// The SQL of listeners: who of them has something to get, and what. Events and what was sent again have one order of numbers.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { listEvents } from '#notification/events/pull-store.ts'
import { type ListenedEvent, listResends } from '#notification/resend/resent-store.ts'

export interface Place {
  accountId: number
  after: bigint
}

/** For each, in their order: whether its account has anything between its place and this number. */
export async function haveEvents(db: Queryable, places: Place[], upTo: bigint): Promise<boolean[]> {
  const rows = await db.query<{ n: bigint }>(sql`
    select n from unnest(${places.map(({ accountId }) => accountId)}::int[], ${places.map(({ after }) => after)}::bigint[])
      with ordinality as place(account_id, after, n)
    where exists (
      select from event where event.account_id = place.account_id and event.id > place.after and event.id <= ${upTo}
    ) or exists (
      select from event_resend again
      where again.account_id = place.account_id and again.id > place.after and again.id <= ${upTo}
    )`)
  const found = new Set(rows.map(({ n }) => Number(n)))
  return places.map((_, index) => found.has(index + 1))
}

export interface ListenedPage {
  events: ListenedEvent[]
  /** Everything up to there has been looked at. */
  reached: bigint
}

const LIMIT = 50
const EVER = { from: null, to: null }

export async function listListened(
  db: Queryable,
  { accountId, after }: Place,
  upTo: bigint,
  types: readonly string[],
): Promise<ListenedPage> {
  const resends = await listResends(db, { accountId, after, upTo, types, limit: LIMIT })
  const ceiling = resends.length === LIMIT ? (resends.at(-1)?.place ?? upTo) : upTo
  const chosen = { types: [...types], period: EVER, undelivered: false, carts: true, recurrences: true }
  const page = await listEvents(db, { accountId, after, upTo: ceiling, limit: LIMIT, ...chosen })
  const first = page.events.map(event => ({ ...event, place: event.id, redelivery: false }))
  const events = [...first, ...resends.filter(({ place }) => place <= page.reached)]
  return { events: events.sort((a, b) => (a.place < b.place ? -1 : 1)), reached: page.reached }
}
