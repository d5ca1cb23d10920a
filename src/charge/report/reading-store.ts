// How often notices are read at a PSP account. Efí allows 15,000 calls of a kind in a day; a fifth of them is left for what a person does there.
// As an hour may use a quarter of what is left, no day uses more, and what comes at once still leaves some for what comes later. A notice
// that waits takes up what comes of its charge meanwhile.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'

const MAX_IN_A_DAY = 12_000
const SHARE_OF_AN_HOUR = 4

/** So many are read in an hour, where so many were read in the day before it. */
export const readingsOfHour = (before: number): number =>
  Math.max(0, Math.floor((MAX_IN_A_DAY - before) / SHARE_OF_AN_HOUR))

/** Counts a reading. Answers when it may be made: null is now. All gateways count together. */
export async function takeReading(db: Queryable, pspAccountId: number, now: Date): Promise<Date | null> {
  const hourAt = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  const [row] = await db.query<{ before: number }>(sql`
    select coalesce(sum(count), 0)::int as before from notice_reading
    where psp_account_id = ${pspAccountId} and hour_at >= ${new Date(hourAt.getTime() - DAY_MS)} and hour_at < ${hourAt}`)
  const allowed = readingsOfHour(row?.before ?? 0)
  const taken = await db.query(sql`
    insert into notice_reading (psp_account_id, hour_at, count) select ${pspAccountId}, ${hourAt}, 1 where ${allowed} > 0
    on conflict (psp_account_id, hour_at) do update set count = notice_reading.count + 1 where notice_reading.count < ${allowed}
    returning count`)
  const [{ count } = { count: 0 }] = taken as { count: number }[]
  if (count === 1) await forgetOld(db, pspAccountId, hourAt)
  return count > 0 ? null : new Date(hourAt.getTime() + HOUR_MS)
}

const forgetOld = (db: Queryable, pspAccountId: number, hourAt: Date) =>
  db.query(sql`delete from notice_reading
    where psp_account_id = ${pspAccountId} and hour_at < ${new Date(hourAt.getTime() - 2 * DAY_MS)}`)
