// How attempts ended, many at once: the log and the state of their deliveries in one statement.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Answer, Delivery, Verdict } from './delivery.ts'

export interface Completion {
  delivery: Delivery
  answer: Answer
  verdict: Verdict
  /** When it ended. */
  at: Date
}

/**
 * Logs the attempts, and closes their deliveries or puts them off. Fenced twice: a sender that was thought dead completes nothing
 * any more, and of two attempts with one number only one is counted, so that the statement may be repeated when its outcome is
 * unknown. Nor does it complete a delivery that was created at another moment: a standby that takes over a little behind gives
 * out numbers again. Answers whether the sender is alive.
 */
export async function completeAttempts(db: Queryable, completions: Completion[], epoch: bigint): Promise<boolean> {
  const texts = (pick: (completion: Completion) => string | null) => unlessEmpty(completions.map(pick))
  const plain = (pick: (completion: Completion) => Plain) => plainText(unlessEmpty(completions.map(pick)))
  const [row] = await db.query<{ alive: boolean }>(sql`
    with alive as materialized (
      select 1 from sender where epoch = ${epoch}
    ), done as materialized (
      select account_id, id, n, outcome, to_timestamp(next_ms / 1000) as next_at, http_status, error, response_head,
        duration_ms, to_timestamp(at_ms / 1000) as at, to_timestamp(born_ms / 1000) as born_at
      from unnest(
        ${plain(({ delivery }) => delivery.accountId)}::int[], ${plain(({ delivery }) => delivery.id)}::bigint[],
        ${plain(({ delivery }) => delivery.attempts + 1)}::smallint[], ${plain(({ verdict }) => verdict.outcome)}::text[],
        ${plain(nextMs)}::float8[], ${plain(({ answer }) => answer.status)}::smallint[],
        ${texts(({ answer }) => answer.error)}::text[], ${texts(({ answer }) => answer.head)}::text[],
        ${plain(({ answer }) => answer.durationMs)}::int[], ${plain(({ at }) => at.getTime())}::float8[],
        ${plain(({ delivery }) => delivery.createdAt.getTime())}::float8[]
      ) as done(account_id, id, n, outcome, next_ms, http_status, error, response_head, duration_ms, at_ms, born_ms)
    ), closed as (
      delete from delivery using done
      where delivery.account_id = done.account_id and delivery.id = done.id and delivery.attempts = done.n - 1
        and delivery.created_at between born_at - interval '1 ms' and born_at + interval '1 ms'
        and done.next_at is null and exists (select from alive)
      returning ${LOGGED}
    ), put_off as (
      update delivery set attempts = done.n, due_at = done.next_at, leased_until = null, owner = null
      from done
      where delivery.account_id = done.account_id and delivery.id = done.id and delivery.attempts = done.n - 1
        and delivery.created_at between born_at - interval '1 ms' and born_at + interval '1 ms'
        and done.outcome = 'RETRY' and exists (select from alive)
      returning ${LOGGED}
    ), logged as (
      insert into attempt (account_id, delivery_id, webhook_id, event_id, event_created_at, redelivery, delivery_created_at,
        url, n, outcome, http_status, error, response_head, duration_ms, created_at)
      select * from closed union all select * from put_off
    )
    select exists (select from alive) as alive`)
  return row?.alive === true
}

/** What the log takes from the delivery, and what from the attempt: in the order of the insert. */
const LOGGED = sql`delivery.account_id, delivery.id, webhook_id, event_id, event_created_at, redelivery, delivery.created_at,
  url, done.n, outcome, http_status, error, response_head, duration_ms, at`

const nextMs = ({ verdict, at }: Completion): number | null =>
  verdict.outcome === 'RETRY' ? at.getTime() + verdict.waitMs : null

/** Most errors are none: the database fills an array that is too short with nulls. */
const unlessEmpty = <T>(values: (T | null)[]): (T | null)[] => (values.some(value => value !== null) ? values : [])

/** Numbers, and words of ours. */
type Plain = number | bigint | Verdict['outcome'] | null

/** An array as the database reads it. The driver would look for quotes in every element. */
const plainText = (values: Plain[]): string => `{${values.map(value => value ?? 'null').join()}}`
