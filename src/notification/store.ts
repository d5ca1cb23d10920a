// The engine's SQL: facts and their deliveries in the commit of the money, leases for what is due, the log of attempts.
// Every round of leasing has a mark of its own.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Database, Queryable, Transaction } from '#db/postgres.ts'
import type { Answer, Channel, Delivery, RetryPolicy, Verdict } from './delivery.ts'
import { type Fact, factUid } from './fact.ts'

export interface BornDelivery {
  account_id: number
  id: bigint
  channel: Channel
  webhook_id: bigint | null
  event_uid: string
  lease: string
  leased_until: Date
  url: string
  secret_sealed: string | null
  retry_policy: RetryPolicy
}

/**
 * Writes the facts and one delivery for each subscription of this moment, leased to the caller. One statement for a batch
 * of any size; an account without webhooks costs one index look-up.
 */
export function writeFacts(tx: Transaction, facts: Fact[], leaseMs: number, now: Date): Promise<BornDelivery[]> {
  const leasedUntil = new Date(now.getTime() + leaseMs)
  return tx.query<BornDelivery>(sql`
    with fact as materialized (
      select * from unnest(
        ${facts.map(fact => fact.accountId)}::int[], ${facts.map(factUid)}::uuid[],
        ${facts.map(fact => fact.type)}::text[], ${facts.map(fact => fact.form)}::text[],
        ${facts.map(fact => fact.subject)}::text[], ${facts.map(fact => fact.subjectId)}::bigint[],
        ${facts.map(fact => fact.version)}::int[], ${facts.map(fact => fact.body)}::bytea[],
        ${facts.map(fact => fact.signedEvent)}::text[], ${facts.map(fact => fact.unsigned)}::boolean[],
        ${facts.map(fact => fact.postbackUrl)}::text[]
      ) as fact(account_id, uid, type, form, subject, subject_id, version, body, signed_event, unsigned, postback_url)
    ), written as (
      insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
      select account_id, uid, type, form, subject, subject_id, version, body, ${now} from fact
    ), audience as materialized (
      select fact.account_id, fact.uid, webhook.id as webhook_id, null::text as postback_url,
        case webhook.notification_type when 'TRANSACTION' then 'SIGNED' else 'UNSIGNED' end as channel,
        webhook.url as target, webhook.secret_sealed, webhook.retry_policy
      from fact join webhook on webhook.account_id = fact.account_id and webhook.active and (
        webhook.notification_type = 'TRANSACTION' and fact.signed_event = any(webhook.events)
        or webhook.notification_type = 'WITHDRAWAL' and fact.unsigned)
      union all
      select fact.account_id, fact.uid, null, fact.postback_url, 'POSTBACK', fact.postback_url,
        account.postback_secret_sealed, 'default'
      from fact join account on account.id = fact.account_id where fact.postback_url is not null
    ), born as (
      insert into delivery (account_id, channel, webhook_id, url, event_uid, event_created_at, due_at, leased_until, lease,
        created_at)
      select account_id, channel, webhook_id, postback_url, uid, ${now}, ${now}, ${leasedUntil}, ${randomUUID()}::uuid, ${now}
      from audience
      returning account_id, id, channel, webhook_id, event_uid, lease, leased_until
    )
    select born.account_id, born.id, born.channel, born.webhook_id, born.event_uid, born.lease, born.leased_until,
      target as url, secret_sealed, retry_policy
    from born join audience on audience.account_id = born.account_id and audience.uid = born.event_uid
      and audience.webhook_id is not distinct from born.webhook_id`)
}

interface DueRow extends Omit<BornDelivery, 'url'> {
  /** null: the webhook was removed while the fact was being written. */
  url: string | null
  event_type: string
  event_created_at: Date
  subject_version: number
  body: Buffer
  redelivery: boolean
  attempts: number
  created_at: Date
}

/**
 * Leases what is due and nobody works on. Rows that another process is leasing at this moment are passed over. While the
 * house is in recovery nothing is leased, whatever this process has heard of it.
 */
export async function leaseDue(db: Queryable, leaseMs: number, limit: number, now: Date): Promise<Delivery[]> {
  const leasedUntil = new Date(now.getTime() + leaseMs)
  const rows = await db.query<DueRow>(sql`
    with due as (
      select account_id, id from delivery
      where due_at <= ${now} and (leased_until is null or leased_until <= ${now})
        and not exists (select from house where recovering_since is not null)
      order by due_at limit ${limit} for update skip locked
    ), leased as (
      update delivery set lease = ${randomUUID()}::uuid, leased_until = ${leasedUntil}
      from due where delivery.account_id = due.account_id and delivery.id = due.id
      returning delivery.account_id, delivery.id, channel, webhook_id, url, event_uid, event_created_at, redelivery, attempts,
        created_at, lease, leased_until
    )
    select leased.account_id, leased.id, leased.channel, leased.webhook_id, leased.event_uid, leased.event_created_at,
      leased.redelivery, leased.attempts, leased.created_at, leased.lease, leased.leased_until,
      coalesce(leased.url, webhook.url) as url,
      coalesce(webhook.secret_sealed, account.postback_secret_sealed) as secret_sealed,
      coalesce(webhook.retry_policy, 'default') as retry_policy,
      event.type as event_type, event.subject_version, event.body
    from leased
    join account on account.id = leased.account_id
    join event on event.account_id = leased.account_id and event.uid = leased.event_uid
      and event.created_at = leased.event_created_at
    left join webhook on webhook.account_id = leased.account_id and webhook.id = leased.webhook_id`)
  const orphans = rows.filter(row => row.url === null)
  if (orphans.length > 0) await dropDeliveries(db, orphans)
  return rows.flatMap(row => (row.url === null ? [] : deliveryOf({ ...row, url: row.url })))
}

const dropDeliveries = (db: Queryable, rows: { account_id: number; id: bigint }[]) =>
  db.query(sql`
    delete from delivery using unnest(${rows.map(row => row.account_id)}::int[], ${rows.map(row => row.id)}::bigint[])
      as gone(account_id, id)
    where delivery.account_id = gone.account_id and delivery.id = gone.id`)

/** A delivery out of its row and its event's, whether they were read or have just been written. */
export const deliveryOf = (row: DueRow & { url: string }): Delivery => ({
  accountId: row.account_id,
  id: row.id,
  channel: row.channel,
  webhookId: row.webhook_id,
  url: row.url,
  secretSealed: row.secret_sealed,
  retryPolicy: row.retry_policy,
  eventUid: row.event_uid,
  eventType: row.event_type,
  eventCreatedAt: row.event_created_at,
  sequence: row.subject_version,
  body: row.body,
  redelivery: row.redelivery,
  attempts: row.attempts,
  lease: row.lease,
  leasedUntil: row.leased_until,
  createdAt: row.created_at,
})

/**
 * Logs the attempt, and closes the delivery or puts it off. Fenced by the lease: an attempt of a process that was thought
 * dead is not counted twice. Answers whether the lease still held.
 */
export async function completeAttempt(
  db: Database,
  delivery: Delivery,
  answer: Answer,
  verdict: Verdict,
  now: Date,
): Promise<boolean> {
  const n = delivery.attempts + 1
  const dueAt = verdict.outcome === 'RETRY' ? new Date(now.getTime() + verdict.waitMs) : null
  const rows = await db.query(sql`
    with held as (
      select account_id, id from delivery
      where account_id = ${delivery.accountId} and id = ${delivery.id} and lease = ${delivery.lease}::uuid
      for update
    ), closed as (
      delete from delivery using held
      where delivery.account_id = held.account_id and delivery.id = held.id and ${dueAt}::timestamptz is null
    ), put_off as (
      update delivery set attempts = ${n}, due_at = ${dueAt}, lease = null, leased_until = null
      from held
      where delivery.account_id = held.account_id and delivery.id = held.id and ${dueAt}::timestamptz is not null
    )
    insert into attempt (account_id, delivery_id, n, webhook_id, channel, url, event_uid, event_created_at, redelivery,
      outcome, http_status, error, response_head, started_at, duration_ms, delivery_created_at, created_at)
    select account_id, id, ${n}, ${delivery.webhookId}, ${delivery.channel}, ${delivery.url}, ${delivery.eventUid},
      ${delivery.eventCreatedAt}, ${delivery.redelivery}, ${verdict.outcome}, ${answer.status}, ${answer.error},
      ${answer.head}, ${answer.startedAt}, ${answer.durationMs}, ${delivery.createdAt}, ${now}
    from held returning 1`)
  return rows.length === 1
}
