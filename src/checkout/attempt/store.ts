// The SQL of the counters. A row that is full is not changed, so a refused attempt does not make the wait longer. Every statement locks
// its rows in the order of their subjects, or skips what others hold.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

export interface CountedUse {
  subject: Buffer
  times: number
  bound: number
  endsAt: Date
}

export interface Counter {
  subject: Buffer
  taken: number
  bound: number
  endsAt: Date
}

/** Counts each claim by itself. Answers those that were admitted; one whose counter is full is not among them. */
export const takeEach = (db: Queryable, uses: CountedUse[], now: Date) => take(db, uses, now, sql`true`)

/**
 * Counts all of the claims or none: all of them come back where they were admitted. Where another request fills a counter at the same
 * moment the other counters may have counted this one too, which only makes them stricter by one.
 */
export const takeAllOrNone = (db: Queryable, uses: CountedUse[], now: Date) =>
  take(
    db,
    uses,
    now,
    sql`not exists (
      select 1 from wanted join checkout_attempt as full_one using (subject)
      where full_one.ends_at > ${now} and full_one.taken >= wanted.bound
    )`,
  )

async function take(db: Queryable, uses: CountedUse[], now: Date, condition: Sql): Promise<Counter[]> {
  const sorted = uses.toSorted((one, other) => Buffer.compare(one.subject, other.subject))
  return db.query<Counter>(sql`
    with wanted as (
      select * from unnest(${sorted.map(use => use.subject)}::bytea[], ${sorted.map(use => use.times)}::int[],
        ${sorted.map(use => use.bound)}::int[], ${sorted.map(use => use.endsAt)}::timestamptz[]
      ) as claim(subject, times, bound, ends_at)
    )
    insert into checkout_attempt as known (subject, taken, bound, ends_at)
    select subject, times, bound, ends_at from wanted where ${condition} order by subject
    on conflict (subject) do update set bound = excluded.bound,
      taken = case when known.ends_at <= ${now} then excluded.taken else known.taken + excluded.taken end,
      ends_at = case when known.ends_at <= ${now} then excluded.ends_at else known.ends_at end
    where known.ends_at <= ${now} or known.taken < excluded.bound
    returning subject, taken, bound, ends_at as "endsAt"`)
}

export const findCounters = (db: Queryable, subjects: Buffer[]) =>
  db.query<Counter>(sql`
    select subject, taken, bound, ends_at as "endsAt" from checkout_attempt where subject = any(${subjects}::bytea[])`)

const MAX_REMOVED = 5_000

/** Answers whether there may be more. */
export async function removeEnded(db: Queryable, now: Date): Promise<boolean> {
  const [row] = await db.query<{ removed: number }>(sql`
    with removed as (
      delete from checkout_attempt where subject in (
        select subject from checkout_attempt where ends_at <= ${now} limit ${MAX_REMOVED} for update skip locked
      ) returning 1
    )
    select count(*)::int as removed from removed`)
  return (row?.removed ?? 0) === MAX_REMOVED
}
