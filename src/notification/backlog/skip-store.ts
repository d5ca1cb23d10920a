// Closes what will not be sent: the deliveries leave, and the log says that they were skipped, and why. In bounded batches.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { SWITCHED_OFF } from '../events/write-store.ts'

export interface ClosingBounds {
  /** Deliveries that are under way: they end by themselves. */
  except: bigint[]
  now: Date
  limit: number
}

const UNREACHED = 'not sent: the receiver could not be reached for 3 days'

/**
 * What was owed to webhooks when the gateway switched them off, which was before `offBy`. What was asked for since, such as a
 * resend, is still sent.
 */
export const closeOwedTo = (db: Queryable, bounds: ClosingBounds, offBy = bounds.now): Promise<number> =>
  close(
    db,
    sql`select owed.account_id, owed.id
      from webhook cross join lateral (
        select account_id, id from delivery
        where lane = webhook.id and created_at <= webhook.disabled_at and id <> all(${bounds.except}::bigint[])
        limit ${bounds.limit}
      ) owed
      where webhook.disabled_at <= ${offBy} limit ${bounds.limit}`,
    SWITCHED_OFF,
    bounds,
  )

/**
 * What these lanes have owed since before `upTo`. In the order in which it is due, so that what came since costs nothing; the
 * margin is for what was tried again, and what was put off further is closed another time.
 */
export function closeUnreached(db: Queryable, lanes: bigint[], upTo: Date, bounds: ClosingBounds): Promise<number> {
  const dueUpTo = new Date(upTo.getTime() + HOUR_MS)
  const owed = sql`select account_id, id from delivery
      where lane = any(${lanes}::bigint[]) and due_at <= ${dueUpTo} and created_at <= ${upTo}
        and id <> all(${bounds.except}::bigint[])
      limit ${bounds.limit}`
  return close(db, owed, UNREACHED, bounds)
}

/** Answers how many. `owed` selects account_id and id. */
async function close(db: Queryable, owed: Sql, why: string, { now }: ClosingBounds): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(sql`
    with owed as materialized (${owed}), gone as (
      delete from delivery using owed where delivery.account_id = owed.account_id and delivery.id = owed.id
      returning delivery.*
    ), logged as (
      insert into attempt (account_id, delivery_id, n, webhook_id, url, event_id, event_created_at, redelivery, outcome,
        error, duration_ms, delivery_created_at, created_at)
      select account_id, id, attempts + 1, webhook_id, url, event_id, event_created_at, redelivery, 'SKIPPED', ${why}, 0,
        created_at, ${now}
      from gone
    )
    select count(*) from gone`)
  return Number(row?.count ?? 0)
}
