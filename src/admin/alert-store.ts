// The SQL of alarms.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { AlertSubject, AlertSubjectKind } from '#kernel/alert-subject.ts'

export interface Alert {
  id: bigint
  message: string
  subject: (AlertSubject & { uuid: string | null }) | null
  context: object
  rung: number
  firstAt: Date
  lastAt: Date
  acknowledgedAt: Date | null
}

interface AlertRow {
  id: bigint
  said: string
  subject_kind: AlertSubjectKind | null
  subject_account_id: number | null
  subject_id: string | null
  subject_uuid: string | null
  known: object
  rung: number
  first_at: Date
  last_at: Date
  acknowledged_at: Date | null
}

const alertOf = ({ id, said: message, known: context, rung, ...row }: AlertRow): Alert => ({
  id,
  message,
  subject: subjectOf(row),
  context,
  rung,
  firstAt: row.first_at,
  lastAt: row.last_at,
  acknowledgedAt: row.acknowledged_at,
})

function subjectOf(row: Omit<AlertRow, 'id' | 'said' | 'known' | 'rung'>): Alert['subject'] {
  const { subject_kind: kind, subject_account_id: accountId, subject_id: id, subject_uuid: uuid } = row
  return kind === null || accountId === null || id === null ? null : { kind, accountId, id, uuid }
}

/** Cashouts have pages by their uuid. */
const COLUMNS = sql`
  alarm.id, said, subject_kind, subject_account_id, subject_id, known, rung, first_at, last_at, alarm.acknowledged_at,
  case subject_kind when 'cashout' then (
    select uuid from withdrawal where account_id = subject_account_id and withdrawal.id = subject_id::bigint
  ) end as subject_uuid`

export interface RaisedAlert {
  message: string
  subject: AlertSubject | null
  /** JSON. */
  context: string
  /** Of what makes two alarms with the same words one. */
  hash: Buffer
  rung: number
  firstAt: Date
  lastAt: Date
  /** Not kept where there has been such an alarm before, acknowledged or not. */
  once: boolean
}

/** The same alarm again is counted. Answers whether it has rung. */
export async function keepAlert(db: Queryable, alert: RaisedAlert): Promise<boolean> {
  const { message, subject, context, hash, rung, firstAt, lastAt, once } = alert
  const rows = await db.query(sql`
    insert into alarm (said, subject_kind, subject_account_id, subject_id, known, known_hash, rung, first_at, last_at)
    select ${message}, ${subject?.kind ?? null}, ${subject?.accountId ?? null}::integer, ${subject?.id ?? null},
      ${context}::jsonb, ${hash}, ${rung}::integer, ${firstAt}::timestamptz, ${lastAt}::timestamptz
    where not ${once}::boolean or not exists (select from alarm where said = ${message} and known_hash = ${hash})
    on conflict (said, known_hash) where acknowledged_at is null
    do update set rung = alarm.rung + excluded.rung, first_at = least(alarm.first_at, excluded.first_at),
      last_at = greatest(alarm.last_at, excluded.last_at)
    returning id`)
  return rows.length > 0
}

export interface AlertQuestion {
  open: boolean | null
  below: bigint | null
  limit: number
}

/** Newest first. */
export async function listAlerts(db: Queryable, { open, below, limit }: AlertQuestion): Promise<Alert[]> {
  const rows = await db.query<AlertRow>(sql`
    select ${COLUMNS} from alarm
    where (${below}::bigint is null or id < ${below})
      and (${open}::boolean is null or (acknowledged_at is null) = ${open})
    order by id desc limit ${limit}`)
  return rows.map(alertOf)
}

export interface Acknowledged {
  alarm: Alert
  /** Nobody had acknowledged it before. */
  isFirst: boolean
}

/** null where there is no such alarm. One that was acknowledged before stays as it is. */
export async function acknowledge(db: Queryable, id: bigint, by: string, now: Date): Promise<Acknowledged | null> {
  const [row] = await db.query<AlertRow & { is_first: boolean }>(sql`
    with before as (select id, acknowledged_at, acknowledged_by from alarm where id = ${id} for no key update)
    update alarm set acknowledged_at = coalesce(before.acknowledged_at, ${now}),
      acknowledged_by = coalesce(before.acknowledged_by, ${by})
    from before where alarm.id = before.id
    returning ${COLUMNS}, before.acknowledged_at is null as is_first`)
  return row === undefined ? null : { alarm: alertOf(row), isFirst: row.is_first }
}
