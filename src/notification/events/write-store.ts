// Events and their deliveries in the commit of the money: one statement for a batch of any size.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import type { Channel, RetryPolicy } from '../delivery/delivery.ts'
import { laneOfPostback } from '../delivery/lane-key.ts'
import { type DomainEvent, eventUid } from './event.ts'

export interface PendingDelivery {
  account_id: number
  id: bigint
  lane: bigint
  channel: Channel
  webhook_id: bigint | null
  event_id: bigint
  event_uid: string
  url: string
  secret_sealed: string | null
  next_secret_sealed: string | null
  next_secret_from: Date | null
  standard_headers: boolean
  retry_policy: RetryPolicy
}

/** The sender that holds the pending deliveries in memory, and for how long. */
export interface InitialLease {
  owner: bigint | null
  leasedUntil: Date
  now: Date
}

/**
 * Writes the events and one delivery for each subscription of this moment. Where the gateway has switched a webhook off, the log
 * says that the event was not sent there, so that it can be sent later. An account without webhooks costs one index look-up.
 */
export function writeEvents(
  tx: Transaction,
  events: DomainEvent[],
  { owner, leasedUntil, now }: InitialLease,
): Promise<PendingDelivery[]> {
  return tx.query<PendingDelivery>(sql`
    with fact as materialized (
      select * from unnest(
        ${events.map(event => event.accountId)}::int[], ${events.map(eventUid)}::uuid[],
        ${events.map(event => event.type)}::text[], ${events.map(event => event.form)}::text[],
        ${events.map(event => event.subject)}::text[], ${events.map(event => event.subjectId)}::bigint[],
        ${events.map(event => event.version)}::int[], ${events.map(event => event.body)}::bytea[],
        ${events.map(event => event.signedEvent)}::text[], ${events.map(event => event.unsigned)}::boolean[],
        ${events.map(event => event.postbackUrl)}::text[], ${events.map(postbackLane)}::bigint[]
      ) as fact(account_id, uid, type, form, subject, subject_id, version, body, signed_event, unsigned, postback_url,
        postback_lane)
      -- Who waits for all older transactions to end waits for every fact that has its number by then.
      where pg_current_xact_id() is not null
    ), written as (
      insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
      select account_id, uid, type, form, subject, subject_id, version, body, ${now} from fact
      returning account_id, uid, id
    ), audience as materialized (
      select fact.account_id, fact.uid, webhook.id as webhook_id, webhook.id as lane, null::text as postback_url,
        case webhook.notification_type when 'TRANSACTION' then 'SIGNED' else 'UNSIGNED' end as channel,
        webhook.url as target, webhook.secret_sealed, webhook.next_secret_sealed, webhook.next_secret_from,
        webhook.standard_headers, webhook.retry_policy, webhook.active
      from fact join webhook on webhook.account_id = fact.account_id
        and (webhook.active or webhook.disabled_at is not null) and (
        webhook.notification_type = 'TRANSACTION' and fact.signed_event = any(webhook.events)
        or webhook.notification_type = 'WITHDRAWAL' and fact.unsigned)
      union all
      select fact.account_id, fact.uid, null, fact.postback_lane, fact.postback_url, 'POSTBACK', fact.postback_url,
        account.postback_secret_sealed, null, null, false, 'default', true
      from fact join account on account.id = fact.account_id where fact.postback_url is not null
    ), born as (
      insert into delivery (account_id, lane, channel, webhook_id, url, event_id, event_created_at, due_at, leased_until,
        owner, created_at)
      select account_id, lane, channel, webhook_id, postback_url, written.id, ${now}, ${now}, ${leasedUntil},
        ${owner}::bigint, ${now}
      from audience join written using (account_id, uid) where active
      returning account_id, id, lane, channel, webhook_id, event_id
    ), skipped as (
      insert into attempt (account_id, delivery_id, n, webhook_id, event_id, event_created_at, redelivery, outcome, error,
        duration_ms, delivery_created_at, created_at)
      select account_id, nextval('event_id'), 1, webhook_id, written.id, ${now}, false, 'SKIPPED', ${SWITCHED_OFF}, 0, ${now},
        ${now}
      from audience join written using (account_id, uid) where not active
    )
    select born.account_id, born.id, born.lane, born.channel, born.webhook_id, born.event_id, audience.uid as event_uid,
      target as url, secret_sealed, next_secret_sealed, next_secret_from, standard_headers, retry_policy
    from born join written on written.account_id = born.account_id and written.id = born.event_id
    join audience on audience.account_id = written.account_id and audience.uid = written.uid
      and audience.webhook_id is not distinct from born.webhook_id`)
}

export const SWITCHED_OFF = 'not sent: the webhook was switched off because nothing was taken there'

const postbackLane = ({ postbackUrl }: DomainEvent) => (postbackUrl === null ? null : laneOfPostback(postbackUrl))
