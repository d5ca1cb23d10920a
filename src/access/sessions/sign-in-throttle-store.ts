// The SQL of tries to sign in. A try is counted, and has its turn, before it is judged: a thousand at once have a thousand turns.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

export interface Pace {
  /** So many tries are judged at once. */
  free: number
  /** After that one at a time, so long apart; longer by as much again after each further `step` tries. */
  apart_ms: number
  step: number
  maxApart_ms: number
  /** A caller that would wait longer has no turn. */
  maxWait_ms: number
  /** After so long without any the tries are forgotten. */
  forget_ms: number
}

/** When this try is judged; null where too many wait already, and this one does not count. */
export async function takeTurn(db: Queryable, subject: Buffer, pace: Pace, now: Date): Promise<Date | null> {
  const forgotten = new Date(now.getTime() - pace.forget_ms)
  await db.query(sql`delete from iam.sign_in_try where last_at < ${forgotten}`)
  const over = sql`greatest(known.tries + 1 - ${pace.free}::integer, 0)`
  const apart = sql`least(${pace.apart_ms}::float8 * (1 + (${over}) / ${pace.step}::integer), ${pace.maxApart_ms}::float8)`
  const turn = sql`case when (${over}) = 0 then ${now}::timestamptz
    else greatest(known.judged_at, ${now}::timestamptz) + make_interval(secs => (${apart}) / 1000) end`
  const [row] = await db.query<{ judged_at: Date }>(sql`
    insert into iam.sign_in_try as known (subject, tries, last_at, judged_at) values (${subject}, 1, ${now}, ${now})
    on conflict (subject) do update set tries = known.tries + 1, last_at = excluded.last_at, judged_at = ${turn}
    where (${turn}) <= ${new Date(now.getTime() + pace.maxWait_ms)}
    returning judged_at`)
  return row?.judged_at ?? null
}

/** It was right. */
export const forgetTries = (db: Queryable, subject: Buffer) =>
  db.query(sql`delete from iam.sign_in_try where subject = ${subject}`)
