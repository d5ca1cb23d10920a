// The SQL that closes alerts whose cause is gone. They stay in the list, with the moment of their end.
import sql, { type Sql } from 'sql-template-tag'
import type { RaisableCode } from '#alert/catalogue/catalogue.ts'
import { RESOLVED_WITHIN_MS } from '#alert/store.ts'
import type { Queryable } from '#db/postgres.ts'
import { later } from '#kernel/time.ts'

/** Nobody has closed them, or a person has of late: a pager still shows that one. */
const isUnresolved = (now: Date): Sql => sql`
  resolved_at is null and (acknowledged_at is null or acknowledged_at > ${later(now, -RESOLVED_WITHIN_MS)})`

export const unresolved = (now: Date): Sql => sql`select from alarm where ${isUnresolved(now)}`

export const findUnresolvedCodes = (db: Queryable, codes: readonly RaisableCode[], now: Date) =>
  db.query<{ code: RaisableCode }>(sql`
    select distinct code from alarm where ${isUnresolved(now)} and code = any(${[...codes]}::text[]) order by code`)

/** Answers how many have ended. The subject is read before the condition is judged: it has a number under this code alone. */
export async function resolveWhere(db: Queryable, code: RaisableCode, isOver: Sql, now: Date): Promise<number> {
  const rows = await db.query(sql`
    with raised as materialized (
      select alarm.id as alarm_id, subject_account_id as account_id, subject_id as id, known, last_at,
        case when subject_id ~ '^[0-9]{1,18}$' then subject_id::bigint end as number
      from alarm where code = ${code} and ${isUnresolved(now)}
    ), over as materialized (select alarm_id from raised where ${isOver})
    update alarm set resolved_at = ${now}, acknowledged_at = coalesce(acknowledged_at, ${now}), due_at = ${now}
    from over where alarm.id = over.alarm_id and resolved_at is null returning alarm.id`)
  return rows.length
}
