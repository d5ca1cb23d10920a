// Deliveries that are pending in the database and leased by no process, as after an outage: made by SQL, many at once.
import { randomUUID } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import type { TestGateway } from '../gateway.ts'
import { MADE_UP } from '../receiver.ts'

/** So many events for the webhook, each with a body that names it. Answers their event ids. */
export async function owed(
  gateway: Pick<TestGateway, 'db'>,
  { accountId, webhookId, count }: { accountId: number; webhookId: number; count: number },
): Promise<string[]> {
  const uids = Array.from({ length: count }, () => randomUUID())
  await gateway.db.query(sql`
    with fact as (
      insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
      select ${accountId}, uid, 'sale.pending', 'SALE', 'sale', n, 1, ${raw(MADE_UP)}, now()
      from unnest(${uids}::uuid[]) with ordinality as given(uid, n)
      returning id, uid, created_at
    )
    insert into delivery (account_id, lane, channel, webhook_id, event_id, event_created_at, due_at, created_at)
    select ${accountId}, ${webhookId}, 'SIGNED', ${webhookId}, id, created_at, now(), now() from fact`)
  return uids
}
