// The SQL of wrong codes and passwords. A try is counted before it is judged, so that a thousand at once count as a thousand,
// and is taken back where it was right.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { DAY_MS } from '#kernel/time.ts'

export interface Bound {
  /** So many failures lock the subject, and each further so many lock it for twice as long. At least two. */
  max: number
  lockSeconds: number
  maxLockSeconds: number
  /** After so long without any they are forgotten; a day at the most. */
  forgetMs: number
}

export interface Taken {
  /** Where this very try locks the subject. */
  lockedUntil: Date | null
}

/** Null where the subject is locked. */
export async function takeAttempt(db: Queryable, subject: string, bound: Bound, now: Date): Promise<Taken | null> {
  const { max, lockSeconds, maxLockSeconds, forgetMs } = bound
  await db.query(sql`delete from iam.proof_attempt where last_at < ${new Date(now.getTime() - DAY_MS)}`)
  const forgotten = new Date(now.getTime() - forgetMs)
  const counted = sql`case when known.last_at < ${forgotten} then 1 else known.failures + 1 end`
  const rounds = sql`(${counted}) / ${max}::integer`
  const [row] = await db.query<Taken>(sql`
    insert into iam.proof_attempt as known (subject, failures, last_at) values (${subject}, 1, ${now})
    on conflict (subject) do update set last_at = excluded.last_at, failures = ${counted},
      locked_until = case when (${counted}) % ${max}::integer = 0 then ${now}::timestamptz + make_interval(
        secs => least(${lockSeconds}::float8 * 2 ^ least(${rounds} - 1, 20), ${maxLockSeconds}::float8)) end
    where known.locked_until is null or known.locked_until <= ${now}
    returning locked_until as "lockedUntil"`)
  return row ?? null
}

export async function findLock(db: Queryable, subject: string, now: Date): Promise<Date | null> {
  const [row] = await db.query<{ locked_until: Date }>(sql`
    select locked_until from iam.proof_attempt where subject = ${subject} and locked_until > ${now}`)
  return row?.locked_until ?? null
}

/** As if this one had not been. */
export async function giveBackAttempt(db: Queryable, subject: string, { lockedUntil }: Taken): Promise<void> {
  await db.query(sql`
    update iam.proof_attempt set failures = failures - 1,
      locked_until = case when locked_until is distinct from ${lockedUntil} then locked_until end
    where subject = ${subject} and failures > 0`)
}

/** As if there had been none. */
export const forgetAttempts = (db: Queryable, subject: string) =>
  db.query(sql`delete from iam.proof_attempt where subject = ${subject}`)
