// The end of what is kept of notifications: events and attempts go by the day. What is still owed of an event that is gone is
// dropped by the process that finds it. Never waits for the money: a day that is in use now is dropped an hour later.
import sql from 'sql-template-tag'
import { type Database, sqlState } from '#db/postgres.ts'

interface PastDay {
  parent: 'event' | 'attempt'
  next_day: string
}

const LOCK_NOT_AVAILABLE = '55P03'

/** `days` are kept besides today. Answers whether everything older could be dropped. */
export async function dropPastNotifications(db: Database, days: number): Promise<boolean> {
  const past = await db.query<PastDay>(sql`
    select parent, (day + 1)::text as next_day
    from unnest(array['attempt', 'event']) parent join pg_inherits on inhparent = parent::regclass,
      to_date(substring(inhrelid::regclass::text from ('^' || parent || '_(\\d{8})$')), 'YYYYMMDD') day
    where day < (now() at time zone 'UTC')::date - ${days}::int order by day, parent`)
  try {
    for (const day of past) await dropUpTo(db, day)
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
    return false
  }
  await deleteStrays(db, days)
  return true
}

// Day by day, so that no transaction waits for more than one. Writers of events stand behind this lock for as long as this stands
// behind a reader, hence the short time.
const dropUpTo = (db: Database, { parent, next_day }: PastDay): Promise<void> =>
  db.transaction(async tx => {
    await tx.query(sql`set local lock_timeout = '100ms'`)
    await tx.query(sql`select drop_day_partitions(${parent}, ${next_day}::date)`)
  })

/** What a wrong clock has written lies in the default partitions. */
async function deleteStrays(db: Database, days: number): Promise<void> {
  const first = sql`((now() at time zone 'UTC')::date - ${days}::int)::timestamp at time zone 'UTC'`
  await db.query(sql`delete from attempt_default where created_at < ${first}`)
  await db.query(sql`delete from event_default where created_at < ${first}`)
  await db.query(sql`delete from event_resend where created_at < ${first}`)
}
