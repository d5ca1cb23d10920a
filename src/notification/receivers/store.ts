// The SQL of how receivers fare. Several processes may report on one: the newer report counts, in whatever order they write.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

/** What has been heard of a receiver since it was written last. */
export interface ReceiverReport {
  accountId: number
  lane: bigint
  /** Of postbacks. */
  origin: string | null
  successAt: Date | null
  failureAt: Date | null
  failure: string | null
  /** The first failure behind the last success. */
  failingSince: Date | null
  /** How many since then. */
  failures: number
  restsUntil: Date | null
  seenAt: Date
}

export async function writeReceivers(db: Queryable, reports: ReceiverReport[]): Promise<void> {
  const of = <T>(pick: (one: ReceiverReport) => T) => reports.map(pick)
  await db.query(sql`
    insert into receiver (account_id, lane, origin, last_success_at, last_failure_at, last_failure, failing_since, failures,
      rests_until, seen_at)
    select account_id, lane, origin, success_at, failure_at, failure, failing_since, failures, rests_until, seen_at
    from unnest(${of(one => one.accountId)}::int[], ${of(one => one.lane)}::bigint[], ${of(one => one.origin)}::text[],
      ${of(one => one.successAt)}::timestamptz[], ${of(one => one.failureAt)}::timestamptz[], ${of(one => one.failure)}::text[],
      ${of(one => one.failingSince)}::timestamptz[], ${of(one => one.failures)}::int[],
      ${of(one => one.restsUntil)}::timestamptz[], ${of(one => one.seenAt)}::timestamptz[])
      as news(account_id, lane, origin, success_at, failure_at, failure, failing_since, failures, rests_until, seen_at)
    where exists (select from account where account.id = news.account_id)
    order by account_id, lane
    on conflict (account_id, lane) do update set
      origin = excluded.origin,
      last_success_at = greatest(receiver.last_success_at, excluded.last_success_at),
      last_failure_at = greatest(receiver.last_failure_at, excluded.last_failure_at),
      last_failure = case when excluded.last_failure_at >= coalesce(receiver.last_failure_at, '-infinity')
        then excluded.last_failure else receiver.last_failure end,
      failing_since = case
        when greatest(receiver.last_success_at, excluded.last_success_at)
          >= greatest(receiver.last_failure_at, excluded.last_failure_at) then null
        when excluded.last_success_at is null then coalesce(receiver.failing_since, excluded.failing_since)
        else excluded.failing_since end,
      failures = case
        when greatest(receiver.last_success_at, excluded.last_success_at)
          >= greatest(receiver.last_failure_at, excluded.last_failure_at) then 0
        when excluded.last_success_at is null then receiver.failures + excluded.failures
        else excluded.failures end,
      rests_until = excluded.rests_until,
      seen_at = greatest(receiver.seen_at, excluded.seen_at)`)
}

/** Those of postbacks to whom nothing was sent since, and those of webhooks that were removed. */
export const forgetReceivers = (db: Queryable, before: Date) =>
  db.query(sql`
    delete from receiver where (lane < 0 and seen_at < ${before}) or (lane > 0 and not exists (
      select from webhook where webhook.account_id = receiver.account_id and webhook.id = lane))`)

/** The lanes of those that took what was sent to them last, in any account; the oldest first. */
export async function findAnswering(db: Queryable, limit: number): Promise<bigint[]> {
  const rows = await db.query<{ lane: bigint }>(sql`
    select lane from receiver where last_success_at is not null and failing_since is null
    group by lane order by max(last_success_at) desc limit ${limit}`)
  return rows.map(({ lane }) => lane).reverse()
}
