// The log as tests read it: every attempt with the id of its event, the address, and its beginning, which are not kept with it.
import sql from 'sql-template-tag'

export const ATTEMPTS = sql`(
  select attempt.*, event.uid as event_uid, coalesce(attempt.url, webhook.url) as target,
    attempt.created_at - duration_ms * interval '1 ms' as started_at
  from attempt
  join event on event.account_id = attempt.account_id and event.id = event_id and event.created_at = event_created_at
  left join webhook on webhook.id = attempt.webhook_id) told`
