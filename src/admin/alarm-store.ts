// The SQL of alarms.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

export interface Alarm {
  id: bigint
  said: string
  known: object
  rung: number
  firstAt: Date
  lastAt: Date
  acknowledgedAt: Date | null
}

interface AlarmRow {
  id: bigint
  said: string
  known: object
  rung: number
  first_at: Date
  last_at: Date
  acknowledged_at: Date | null
}

const alarmOf = ({ id, said, known, rung, ...row }: AlarmRow): Alarm => ({
  id,
  said,
  known,
  rung,
  firstAt: row.first_at,
  lastAt: row.last_at,
  acknowledgedAt: row.acknowledged_at,
})

/** The same alarm again is counted. */
export const keepAlarm = (db: Queryable, alarm: { said: string; known: string; hash: Buffer; now: Date }) =>
  db.query(sql`
    insert into alarm (said, known, known_hash, first_at, last_at)
    values (${alarm.said}, ${alarm.known}::jsonb, ${alarm.hash}, ${alarm.now}, ${alarm.now})
    on conflict (said, known_hash) where acknowledged_at is null
    do update set rung = alarm.rung + 1, last_at = excluded.last_at`)

export interface AlarmQuestion {
  open: boolean | null
  below: bigint | null
  limit: number
}

/** Newest first. */
export async function listAlarms(db: Queryable, { open, below, limit }: AlarmQuestion): Promise<Alarm[]> {
  const rows = await db.query<AlarmRow>(sql`
    select id, said, known, rung, first_at, last_at, acknowledged_at from alarm
    where (${below}::bigint is null or id < ${below})
      and (${open}::boolean is null or (acknowledged_at is null) = ${open})
    order by id desc limit ${limit}`)
  return rows.map(alarmOf)
}

/** null where there is no such alarm. One that was acknowledged before stays as it is. */
export async function acknowledge(db: Queryable, id: bigint, by: string, now: Date): Promise<Alarm | null> {
  const [row] = await db.query<AlarmRow>(sql`
    update alarm set acknowledged_at = coalesce(acknowledged_at, ${now}), acknowledged_by = coalesce(acknowledged_by, ${by})
    where id = ${id} returning id, said, known, rung, first_at, last_at, acknowledged_at`)
  return row === undefined ? null : alarmOf(row)
}
