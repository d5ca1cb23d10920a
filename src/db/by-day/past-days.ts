// The end of what is kept by the day: whole partitions are dropped. Never waits for the money: a day that is in use now is dropped an hour
// later.
import sql, { raw } from 'sql-template-tag'
import { type Database, sqlState } from '../postgres.ts'

/** The tables that grow by the day. */
export type DayTable = 'event' | 'attempt' | 'request_log'

interface PastDay {
  parent: DayTable
  next_day: string
}

const LOCK_NOT_AVAILABLE = '55P03'

/** `days` are kept besides today. Answers whether everything older could be dropped. */
export async function dropPastDays(db: Database, parents: DayTable[], days: number): Promise<boolean> {
  const past = await db.query<PastDay>(sql`
    select parent, (day + 1)::text as next_day
    from unnest(${parents}::text[]) parent join pg_inherits on inhparent = parent::regclass,
      to_date(substring(inhrelid::regclass::text from ('^' || parent || '_(\\d{8})$')), 'YYYYMMDD') day
    where day < (now() at time zone 'UTC')::date - ${days}::int order by day, parent`)
  try {
    for (const day of past) await dropUpTo(db, day)
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
    return false
  }
  for (const parent of parents) await deleteStrays(db, parent, days)
  return true
}

// Day by day, so that no transaction waits for more than one. Writers stand behind this lock for as long as this stands behind a reader,
// hence the short time.
const dropUpTo = (db: Database, { parent, next_day }: PastDay): Promise<void> =>
  db.transaction(async tx => {
    await tx.query(sql`set local lock_timeout = '100ms'`)
    await tx.query(sql`select drop_day_partitions(${parent}, ${next_day}::date)`)
  })

/** What a wrong clock has written lies in the default partition. */
const deleteStrays = (db: Database, parent: DayTable, days: number) => deletePast(db, `${parent}_default`, days)

/** The same end for a table that has no partitions: few rows, of which each has its day. */
export const deletePast = (db: Database, table: `${DayTable}_default` | 'event_resend', days: number) =>
  db.query(sql`
    delete from ${raw(table)}
    where created_at < ((now() at time zone 'UTC')::date - ${days}::int)::timestamp at time zone 'UTC'`)
