// The SQL of alerts.
import sql from 'sql-template-tag'
import { personIdIn } from '#db/person-id.ts'
import type { Queryable } from '#db/postgres.ts'
import type { AlertSubject, AlertSubjectKind } from '#kernel/alert-subject.ts'
import { DAY_MS } from '#kernel/time.ts'
import { type AlertCode, knownCode } from './catalogue/catalogue.ts'

export interface Alert {
  id: bigint
  code: AlertCode
  /** As it was when it was raised. */
  message: string
  subject: (AlertSubject & { uuid: string | null; saleUuid: string | null }) | null
  params: object
  rung: number
  firstAt: Date
  lastAt: Date
  /** When it was closed: by a person, or by its end. */
  acknowledgedAt: Date | null
  /** The name of that person; null where no person closed it, or is known any more. */
  acknowledgedBy: string | null
  /** When the gateway saw that what it tells of is over. */
  resolvedAt: Date | null
}

interface AlertRow {
  id: bigint
  code: string
  said: string
  subject_kind: AlertSubjectKind | null
  subject_account_id: number | null
  subject_id: string | null
  subject_uuid: string | null
  sale_uuid: string | null
  known: object
  rung: number
  first_at: Date
  last_at: Date
  acknowledged_at: Date | null
  acknowledged_by_name: string | null
  resolved_at: Date | null
}

const alertOf = (row: AlertRow): Alert => ({
  id: row.id,
  code: knownCode(row.code),
  message: row.said,
  subject: subjectOf(row),
  params: row.known,
  rung: row.rung,
  firstAt: row.first_at,
  lastAt: row.last_at,
  acknowledgedAt: row.acknowledged_at,
  acknowledgedBy: row.acknowledged_by_name,
  resolvedAt: row.resolved_at,
})

function subjectOf(row: AlertRow): Alert['subject'] {
  const { subject_kind: kind, subject_account_id: accountId, subject_id: id, sale_uuid: saleUuid } = row
  const uuid = kind === 'sale' ? saleUuid : row.subject_uuid
  return kind === null || id === null ? null : { kind, accountId, id, uuid, saleUuid }
}

/** Cashouts, recurrences and sales have pages by their uuid; a refund is dealt with at its sale. */
const COLUMNS = sql`
  alarm.id, code, said, subject_kind, subject_account_id, subject_id, known, rung, first_at, last_at, alarm.acknowledged_at,
  alarm.resolved_at, (select name from iam."user" where id = ${personIdIn(sql`alarm.acknowledged_by`)}) as acknowledged_by_name,
  case subject_kind when 'cashout' then (
    select uuid from withdrawal where account_id = subject_account_id and withdrawal.id = subject_id::bigint
  ) when 'recurrence' then (
    select uuid from recurrence where account_id = subject_account_id and recurrence.id = subject_id::bigint
  ) end as subject_uuid,
  case subject_kind when 'refund' then (
    select sale.uuid from refund join sale on sale.account_id = refund.account_id and sale.id = refund.sale_id
    where refund.account_id = subject_account_id and psp_refund_id = subject_id limit 1
  ) when 'sale' then (
    select uuid from sale where account_id = subject_account_id and sale.id = subject_id::bigint
  ) end as sale_uuid`

export interface RaisedAlert {
  code: AlertCode
  message: string
  subject: AlertSubject | null
  /** JSON. */
  params: string
  /** Two alerts with the same code and the same hash are one. */
  hash: Buffer
  rung: number
  firstAt: Date
  lastAt: Date
  /** Not stored where there has been such an alert before, acknowledged or not; or where one has not ended by itself. */
  once: 'ever' | 'until its end' | null
}

/** The same alert again is counted. Answers whether it was raised. */
export async function keepAlert(db: Queryable, alert: RaisedAlert): Promise<boolean> {
  const { code, message, subject, params, hash, rung, firstAt, lastAt, once } = alert
  const rows = await db.query(sql`
    insert into alarm (code, said, subject_kind, subject_account_id, subject_id, known, known_hash, rung, first_at, last_at,
      due_at)
    select ${code}, ${message}, ${subject?.kind ?? null}, ${subject?.accountId ?? null}::integer, ${subject?.id ?? null},
      ${params}::jsonb, ${hash}, ${rung}::integer, ${firstAt}::timestamptz, ${lastAt}::timestamptz, ${lastAt}::timestamptz
    where ${once}::text is null or not exists (
      select from alarm where code = ${code} and known_hash = ${hash} and (${once}::text = 'ever' or resolved_at is null))
    on conflict (code, known_hash) where acknowledged_at is null
    do update set rung = alarm.rung + excluded.rung, first_at = least(alarm.first_at, excluded.first_at),
      last_at = greatest(alarm.last_at, excluded.last_at)
    returning id`)
  return rows.length > 0
}

/** What is over: all alerts of this code with this subject and this context. */
export interface Over {
  code: AlertCode
  subject: AlertSubject | null
  params: object
}

/** Answers of each whether there were any. */
export async function resolveAlerts(db: Queryable, over: Over[], now: Date): Promise<boolean[]> {
  const subjects = over.map(({ subject }) => subject)
  const rows = await db.query<{ n: bigint }>(sql`
    update alarm set resolved_at = ${now}, acknowledged_at = coalesce(acknowledged_at, ${now}), due_at = ${now}
    from unnest(${over.map(({ code }) => code)}::text[], ${over.map(({ params }) => JSON.stringify(params))}::jsonb[],
      ${subjects.map(subject => subject?.kind ?? null)}::text[], ${subjects.map(subject => subject?.accountId ?? null)}::int[],
      ${subjects.map(subject => subject?.id ?? null)}::text[]) with ordinality as over(code, params, kind, account_id, id, n)
    where alarm.code = over.code and resolved_at is null and known @> over.params
      and subject_kind is not distinct from over.kind and subject_account_id is not distinct from over.account_id
      and subject_id is not distinct from over.id
      and (acknowledged_at is null or acknowledged_at > ${new Date(now.getTime() - RESOLVED_WITHIN_MS)})
    returning over.n`)
  const found = new Set(rows.map(({ n }) => Number(n)))
  return over.map((_, index) => found.has(index + 1))
}

/** What a person acknowledged longer ago is nobody's concern any more. */
export const RESOLVED_WITHIN_MS = 7 * DAY_MS

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
  alert: Alert
  /** It had not been acknowledged before. */
  isFirst: boolean
}

/** In the order of their numbers; those that are asked for and are there. */
export async function findAlerts(db: Queryable, ids: readonly bigint[]): Promise<Alert[]> {
  const rows = await db.query<AlertRow>(
    sql`select ${COLUMNS} from alarm where id = any(${[...ids]}::bigint[]) order by id`,
  )
  return rows.map(alertOf)
}

/** null where there is no such alert. One that was acknowledged before stays as it is. */
export async function acknowledge(db: Queryable, id: bigint, by: string, now: Date): Promise<Acknowledged | null> {
  const [row] = await db.query<AlertRow & { is_first: boolean }>(sql`
    with before as (select id, acknowledged_at, acknowledged_by from alarm where id = ${id} for no key update)
    update alarm set acknowledged_at = coalesce(before.acknowledged_at, ${now}),
      acknowledged_by = case when before.acknowledged_at is null then ${by} else before.acknowledged_by end,
      due_at = case when before.acknowledged_at is null then ${now} else due_at end
    from before where alarm.id = before.id
    returning ${COLUMNS}, before.acknowledged_at is null as is_first`)
  return row === undefined ? null : { alert: alertOf(row), isFirst: row.is_first }
}
