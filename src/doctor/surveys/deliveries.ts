// Deliveries and attempts, each against the event that it delivers; and events against the subscriptions of their time, of which
// each has one delivery. No index leads from an event to what was sent of it, so that both sides are read in the order in which
// they lie, and added up by the numbers of the events.
import sql, { type Sql } from 'sql-template-tag'
import type { Survey } from '../survey.ts'

/** Of those that are delivered without a signature: to webhooks of this type, and to the postback of a cashout. */
const UNSIGNED = ['withdrawal.processing', 'withdrawal.completed', 'withdrawal.rejected', 'withdrawal.canceled']

/**
 * Whether an event was due to a webhook of its account, as far as what is set there now says so. Its writer may not have seen
 * what was set within the last moments before.
 */
export const hears = (since: Date): Sql => sql`(
  event.created_at >= ${since} and event.id > webhook.told_from
  and event.created_at > webhook.updated_at + interval '1 minute' and (webhook.active or webhook.disabled_at is not null)
  and event.form not in ('SALE_POSTBACK', 'TEST')
  and case webhook.notification_type when 'TRANSACTION' then event.type = any(webhook.events)
    else event.form = 'WITHDRAWAL' and event.type = any(${UNSIGNED}::text[]) end)`

/** Whether an event was due to the address that came with its subject; `address` is that of its cashout. */
export const postedBack = (since: Date, address: Sql): Sql => sql`(
  event.created_at >= ${since} and (event.form = 'SALE_POSTBACK'
    or event.form = 'WITHDRAWAL' and event.type = any(${UNSIGNED}::text[]) and ${address} is not null))`

/** `isFirst`: of the rows about one delivery it is the one that counts. What was sent again does not. */
const sent = (since: Date, isFirst: Sql) => (page: Sql) =>
  sql`
  select sent.*,
    sent.event_created_at >= ${since} and event.id is null as event_gone,
    case when ${isFirst} and not redelivery and ${hears(since)} then event_id::numeric end as webhooks_told,
    case when ${isFirst} and not redelivery and webhook_id is null and event.created_at >= ${since}
      then event_id::numeric end as postbacks_told
  from (${page}) sent
  left join lateral (
    select id, form, type, created_at from event
    where event.account_id = sent.account_id and event.id = sent.event_id and event.created_at = sent.event_created_at offset 0
  ) event on true
  left join webhook on webhook.account_id = sent.account_id and webhook.id = sent.webhook_id`

const SUMS = ['webhooks_told', 'postbacks_told']
const CHECKS: Survey['checks'] = { event_gone: row => `the fact ${row.event_id}, of which it tells, is not there` }

/** `since`: from then on all events and all attempts are kept. */
export const deliveries = (since: Date): Survey[] => [
  { table: 'delivery', key: ['id'], judged: sent(since, sql`attempts = 0`), sums: SUMS, checks: CHECKS },
  {
    table: 'attempt',
    rows: sql`(select * from attempt where webhook_id is not null) attempt`,
    within: ({ from, to }) => sql`
      webhook_id = any(array(select id from webhook where webhook.account_id between ${from}::int and ${to}::int))`,
    key: ['webhook_id', 'delivery_id', 'n'],
    judged: sent(since, sql`n = 1`),
    sums: SUMS,
    checks: CHECKS,
  },
  {
    table: 'attempt',
    rows: sql`(select * from attempt where webhook_id is null) attempt`,
    key: ['event_id', 'delivery_id', 'n'],
    judged: sent(since, sql`n = 1`),
    sums: SUMS,
    checks: CHECKS,
  },
]
