// Rows of a long log, written by the thousand: events, and how their deliveries to a webhook ended.
import sql, { raw } from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'
import { MADE_UP } from '../receiver.ts'

export interface LogRows {
  accountId: number
  webhookId: number
  count: number
  outcome?: 'DELIVERED' | 'FAILED' | 'SKIPPED'
  type?: string
  /** How long ago they ended. */
  agoMs?: number
}

/** One closed delivery for each of `count` new events. Answers the ids of the events. */
export async function insertClosed(
  db: Database,
  { accountId, webhookId, count, agoMs = 0, ...rest }: LogRows,
): Promise<string[]> {
  const { outcome = 'DELIVERED', type = 'sale.paid' } = rest
  const at = new Date(Date.now() - agoMs)
  const rows = await db.query<{ uid: string }>(sql`
    with fact as (
      insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
      select ${accountId}, gen_random_uuid(), ${type}, 'SALE', 'sale', n, 1, ${raw(MADE_UP)}, ${at}
      from generate_series(1, ${count}) n
      returning id, uid
    ), logged as (
      insert into attempt (account_id, delivery_id, n, webhook_id, event_id, event_created_at, redelivery, outcome, error,
        duration_ms, delivery_created_at, created_at)
      select ${accountId}, nextval('event_id'), 1, ${webhookId}, id, ${at}, false, ${outcome},
        case ${outcome} when 'DELIVERED' then null else 'because' end, 1, ${at}, ${at}
      from fact order by id
    )
    select uid from fact order by id`)
  return rows.map(({ uid }) => uid)
}
