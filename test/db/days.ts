// The days before today of what is kept by the day: made, and listed.
import sql from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'

export const makeDay = (db: Database, daysAgo: number) =>
  db.query(sql`
    select make_day_partition(parent, (now() at time zone 'UTC')::date - ${daysAgo}::int)
    from unnest(array['event', 'attempt']) parent`)

/** As the database keeps days. */
export const utcToday = () => new Date().toISOString().slice(0, 10)

/** Of the days before today, as so many days ago. */
export async function pastDays(db: Database, today = utcToday()): Promise<string[]> {
  const rows = await db.query<{ line: string }>(sql`
    select split_part(inhrelid::regclass::text, '_', 1) || ' '
      || ${today}::date - to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD') as line
    from pg_inherits
    where inhparent in ('event'::regclass, 'attempt'::regclass) and inhrelid::regclass::text ~ '_\\d{8}$'
      and to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD') < ${today}::date
    order by 1`)
  return rows.map(({ line }) => line)
}

export const requestDays = (db: Database, today = utcToday()) =>
  db.query<{ name: string }>(sql`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'request_log'::regclass
      and inhrelid::regclass::text < 'request_log_' || to_char(${today}::date, 'YYYYMMDD') order by 1`)

export const makeRequestDay = (db: Database, daysAgo: number) =>
  db.query(sql`select make_day_partition('request_log', (now() at time zone 'UTC')::date - ${daysAgo}::int)`)
