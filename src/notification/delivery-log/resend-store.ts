// Deliveries that repeat earlier ones: one that a person chooses, or all that a webhook has missed. The event and its bytes stay
// what they were. The account's listeners get what is sent again as well.
import sql, { raw } from 'sql-template-tag'
import { ANEW } from '#db/planned-anew.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { writeResends } from '../resend/resent-store.ts'

export interface Redelivery {
  id: bigint
  webhookId: bigint
  eventUid: string
}

/**
 * The same event once more to the same webhook, due at once, with attempts of its own. Null where the account has no such
 * delivery, or its webhook or its event are gone.
 */
export async function insertRedelivery(
  db: Queryable,
  accountId: number,
  deliveryId: bigint,
  now: Date,
): Promise<Redelivery | null> {
  const [row] = await db.query<{ id: bigint; webhook_id: bigint; uid: string }>(sql`
    with original as (
      select webhook_id, event_id, event_created_at from delivery
      where account_id = ${accountId} and id = ${deliveryId}
      union all
      select webhook_id, event_id, event_created_at from attempt
      where delivery_id = ${deliveryId} and outcome <> 'RETRY'
        and webhook_id = any(array(select id from webhook where account_id = ${accountId}))
      limit 1
    ), again as (
      select webhook_id, event.id as event_id, uid, event_created_at, ${CHANNEL} as channel
      from original
      join webhook on webhook.account_id = ${accountId} and webhook.id = webhook_id
      join event on event.account_id = ${accountId} and event.id = event_id and event.created_at = event_created_at
    ), written as (
      insert into delivery (account_id, lane, channel, webhook_id, event_id, event_created_at, redelivery, due_at, created_at)
      select ${accountId}, webhook_id, channel, webhook_id, event_id, event_created_at, true, ${now}, ${now} from again
      returning id
    ), listened as (${writeResends(accountId, sql`again`, now)})
    select id, webhook_id, uid from written, again`)
  return row === undefined ? null : { id: row.id, webhookId: row.webhook_id, eventUid: row.uid }
}

/** Of the webhook's deliveries, whatever is sent. */
const CHANNEL = sql`case webhook.notification_type when 'TRANSACTION' then 'SIGNED' else 'UNSIGNED' end`

/** What ended between these moments; of that, what stands behind this delivery. */
export interface MissedSpan {
  since: Date
  until: Date
  after: bigint
}

export interface Resent {
  resent: number
  /** Where to go on; null where everything has been looked at. */
  after: bigint | null
}

/** Events that one call sends again at most, and entries that it looks at for them. */
const MAX_RESENT = 1_000
const LOOKED_AT = raw('10000')
const MAX_OPEN = raw('50000')

/** Whether so many wait to be sent there that it would be no help to add to them. */
export async function owesMuch(tx: Transaction, webhookId: bigint): Promise<boolean> {
  const [row] = await tx.query<{ much: boolean }>(sql`
    select count(*) = ${MAX_OPEN} as much
    from (select from delivery where lane = ${webhookId} limit ${MAX_OPEN}) open`)
  return row?.much === true
}

/**
 * Sends again each event whose last delivery to the webhook has ended in this span without being taken, if none is open. The
 * webhook must be locked, so that no other call does so at the same moment. Oldest first: what fails anew comes last.
 */
export async function insertMissed(
  tx: Transaction,
  accountId: number,
  webhookId: bigint,
  { since, until, after }: MissedSpan,
  now: Date,
): Promise<Resent> {
  const [row] = await tx.query<{ resent: number; last: bigint | null; more: boolean; end: bigint | null }>(sql`${ANEW}
    with missed as materialized (
      select delivery_id, event_id, event_created_at, created_at from attempt
      where webhook_id = ${webhookId} and delivery_id > ${after}
        and outcome in ('FAILED', 'SKIPPED') and created_at between ${since} and ${until}
        -- what has been sent again since then is left alone, also where another process with a slower clock has logged it
        and delivery_created_at <= ${until}
      order by delivery_id limit ${LOOKED_AT}
    ), open as materialized (
      select event_id from delivery where lane = ${webhookId}
    ), owed as materialized (
      select missed.* from missed
      join event on event.account_id = ${accountId} and event.id = missed.event_id
        and event.created_at = missed.event_created_at and event.form <> 'TEST'
      where not exists (select from open where open.event_id = missed.event_id)
        and not exists (
          select from attempt later
          where later.account_id = ${accountId} and later.event_id = missed.event_id and later.redelivery
            and later.webhook_id = ${webhookId} and later.outcome <> 'RETRY' and later.created_at >= missed.created_at
            and (later.created_at, later.delivery_id) > (missed.created_at, missed.delivery_id)
          offset 0)
      order by delivery_id limit ${MAX_RESENT + 1}
    ), sent as materialized (
      select * from owed order by delivery_id limit ${MAX_RESENT}
    ), written as (
      insert into delivery (account_id, lane, channel, webhook_id, event_id, event_created_at, redelivery, due_at, created_at)
      select ${accountId}, ${webhookId}, ${CHANNEL}, ${webhookId}, event_id, event_created_at, true, ${now}, ${now}
      from sent join webhook on webhook.account_id = ${accountId} and webhook.id = ${webhookId} order by delivery_id
    ), listened as (${writeResends(accountId, sql`sent`, now)})
    select (select count(*)::int from sent) as resent, (select max(delivery_id) from sent) as last,
      (select count(*) from owed) > ${MAX_RESENT} as more,
      case when (select count(*) from missed) = ${LOOKED_AT} then (select max(delivery_id) from missed) end as end`)
  const { resent, last, more, end } = row as { resent: number; last: bigint | null; more: boolean; end: bigint | null }
  return { resent, after: more ? last : end }
}
