// The SQL of all receivers by how they fare, the worst first. The list and the totals come from the webhooks and from what is
// kept beside the log; only for those that are shown the deliveries and the log are asked, and both up to a bound.
import sql, { join, type Sql } from 'sql-template-tag'
import { IS_LIVE, isShown } from '#db/account/live-accounts.ts'
import type { Queryable } from '#db/postgres.ts'
import { DAY_MS } from '#kernel/time.ts'

export const RECEIVER_STATES = ['FAILING', 'RESTING', 'SWITCHED_OFF', 'HEALTHY', 'UNUSED', 'OFF'] as const
export type ReceiverState = (typeof RECEIVER_STATES)[number]

export interface Receiver {
  accountId: number
  accountName: string
  /** The webhook's id; negative: a place of postbacks. */
  lane: bigint
  url: string
  state: ReceiverState
  /** Failing or switched off since then. */
  since: Date | null
  failures: number
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  lastFailure: string | null
  restsUntil: Date | null
  rank: number
  sinceMs: number
}

export interface ReceiverCursor {
  rank: number
  sinceMs: number
  accountId: number
  lane: bigint
}

export interface ReceiverQuestion {
  state: ReceiverState | null
  accountId: number | null
  /** Of these alone; null: of all. */
  accountIds: number[] | null
  after: ReceiverCursor | null
  limit: number
  now: Date
}

/** Each with its state. What the account holder has switched off is nobody's trouble, and comes last. */
const judged = (now: Date): Sql => sql`
  select *, case state when 'FAILING' then 0 when 'RESTING' then 0 when 'SWITCHED_OFF' then 1 when 'HEALTHY' then 2
      when 'UNUSED' then 3 else 4 end as rank,
    case state when 'FAILING' then failing_since when 'RESTING' then failing_since when 'SWITCHED_OFF' then disabled_at
      end as since
  from (
    select heard.*, case
        when disabled_at is not null then 'SWITCHED_OFF' when not active then 'OFF'
        when failing_since is not null then case when rests_until > ${now} then 'RESTING' else 'FAILING' end
        when last_success_at is null then 'UNUSED' else 'HEALTHY' end as state
    from (
      select webhook.account_id, webhook.id as lane, url, active, disabled_at, last_success_at, last_failure_at, last_failure,
        failing_since, failures, rests_until
      from webhook left join receiver on receiver.account_id = webhook.account_id and receiver.lane = webhook.id
      union all
      select account_id, lane, origin, true, null, last_success_at, last_failure_at, last_failure, failing_since, failures,
        rests_until
      from receiver where lane < 0
    ) heard
  ) told`

const SINCE_MS = sql`coalesce(floor(date_part('epoch', since) * 1000), 0)`

/** All of them are looked at, and the first ones sorted out: 20 ms for 10,000. */
export function listReceivers(db: Queryable, asked: ReceiverQuestion): Promise<Receiver[]> {
  const { state, accountId, accountIds, after, limit, now } = asked
  const where = [
    isShown({ accountId, accountIds }),
    state !== null && sql`state = ${state}`,
    accountId !== null && sql`account_id = ${accountId}`,
    accountIds !== null && sql`account_id = any(${accountIds}::int[])`,
    after !== null &&
      sql`(rank, ${SINCE_MS}, account_id, lane) > (${after.rank}::int, ${after.sinceMs}::float8, ${after.accountId}::int,
        ${after.lane}::bigint)`,
  ].filter(condition => condition !== false)
  return db.query<Receiver>(sql`
    select account_id as "accountId", account.name as "accountName", lane, url, state, since, coalesce(failures, 0) as failures,
      last_success_at as "lastSuccessAt", last_failure_at as "lastFailureAt", last_failure as "lastFailure",
      rests_until as "restsUntil", rank, "sinceMs"
    from (
      select *, ${SINCE_MS} as "sinceMs" from (${judged(now)}) judged
      where ${join(where, ' and ')} order by rank, ${SINCE_MS}, account_id, lane limit ${limit}
    ) receiver join account on account.id = account_id
    order by rank, "sinceMs", account_id, lane`)
}

export interface Counted {
  state: ReceiverState
  count: number
  /** Of them: those to whom an attempt has failed in the last 24 hours. */
  failedLately: number
}

export const countReceivers = (db: Queryable, now: Date) =>
  db.query<Counted>(sql`
    select state, count(*)::int as count,
      (count(*) filter (where last_failure_at > ${new Date(now.getTime() - DAY_MS)}))::int as "failedLately"
    from (${judged(now)}) judged where ${IS_LIVE} group by state`)

/** Up to `MAX_COUNTED`: an account with more has very many. */
export const MAX_COUNTED = 1_000

export interface Owed {
  lane: bigint
  accountId: number
  waiting: number
  /** Since when the oldest of those that were counted is owed. */
  oldestAt: Date | null
  failed: number
}

export async function readOwed(
  db: Queryable,
  shown: Pick<Receiver, 'accountId' | 'lane'>[],
  now: Date,
): Promise<Map<string, Owed>> {
  const since = new Date(now.getTime() - DAY_MS)
  const rows = await db.query<Owed>(sql`
    select account_id as "accountId", shown.lane, waiting, "oldestAt", failed
    from unnest(${shown.map(({ accountId }) => accountId)}::int[], ${shown.map(({ lane }) => lane)}::bigint[])
      as shown(account_id, lane)
    cross join lateral (
      select count(*)::int as waiting, min(created_at) as "oldestAt" from (
        select created_at from delivery
        where delivery.lane = shown.lane and delivery.account_id = shown.account_id
        order by due_at, id limit ${MAX_COUNTED}
      ) owed
    ) owed
    cross join lateral (
      select count(*)::int as failed from (
        select from attempt
        where webhook_id = shown.lane and outcome in ('FAILED', 'SKIPPED') and created_at > ${since}
        limit ${MAX_COUNTED}
      ) missed
    ) missed`)
  return new Map(rows.map(row => [`${row.accountId}/${row.lane}`, row]))
}

/** Of all accounts, up to a bound. */
export const MAX_OF_GATEWAY = 10_000

export async function countOwed(db: Queryable): Promise<number> {
  const [row] = await db.query<{ waiting: number }>(sql`
    select count(*)::int as waiting from (select from delivery where ${IS_LIVE} limit ${MAX_OF_GATEWAY}) owed`)
  return row?.waiting ?? 0
}
