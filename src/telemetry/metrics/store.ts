// The SQL of figures: what waits in the queues, what nobody has acknowledged, and whether what is blocked is held. Queues and alerts are
// read from the partial indexes of what has not ended, queues up to a bound. What is blocked is read whole: every wallet and every open hold.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { ALERT_CODES, alertDefinition } from '#alert/catalogue/catalogue.ts'
import type { AlertSeverity } from '#alert/catalogue/definition.ts'
import { IS_LIVE } from '#db/account/live-accounts.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'

/** Answers where the database does. */
export const readAnswer = (db: Queryable): Promise<unknown> => db.query(sql`select 1`)

export interface QueueState {
  queue: string
  waiting: number
  overdueSeconds: number
  /** Null: it is not known of this queue. */
  oldestSeconds: number | null
}

const MAX_COUNTED = 10_000
const MAX_LANES = 1_000

/** By the name of the queue: what is waiting, as rows with due_at and created_at. */
const QUEUES: Record<string, Sql> = {
  cashouts: sql`
    select due_at, created_at from withdrawal where due_at is not null and wait is distinct from 'OPEN' and ${IS_LIVE}`,
  refunds: sql`select due_at, created_at from refund where due_at is not null and waits_for is null and ${IS_LIVE}`,
  inbox: sql`select due_at, received_at as created_at from psp_inbox where due_at is not null`,
  mails: sql`select due_at, created_at from mail where due_at is not null`,
}

const DELIVERIES = sql`
  select 'deliveries' as queue, (select count(*) from (select from delivery limit ${raw(String(MAX_COUNTED))}) counted)::int as waiting,
    (with recursive found as (
      (select lane, due_at from delivery order by lane, due_at limit 1)
      union all
      select next.* from found cross join lateral
        (select lane, due_at from delivery where lane > found.lane order by lane, due_at limit 1) next
    ) select min(due_at) from (select due_at from found limit ${raw(String(MAX_LANES))}) lanes) as due_at,
    null::timestamptz as created_at`

const queueOf = ([name, rows]: [string, Sql]): Sql => sql`
  select ${name}::text as queue, count(*)::int as waiting, min(due_at) as due_at, min(created_at) as created_at
  from (${rows} order by due_at limit ${raw(String(MAX_COUNTED))}) waiting`

const STATE = join([...Object.entries(QUEUES).map(queueOf), DELIVERIES], ' union all ')

/** Of deliveries only when they are due is known: there may be millions. */
export async function readQueues(db: Queryable, now: Date): Promise<QueueState[]> {
  const rows = await db.query<{ queue: string; waiting: number; due: Date | null; created: Date | null }>(
    sql`select queue, waiting, due_at as due, created_at as created from (${STATE}) state`,
  )
  const age = (at: Date | null) => (at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000))
  return rows.map(({ queue, waiting, due, created }) => ({
    queue,
    waiting,
    overdueSeconds: age(due),
    oldestSeconds: queue in QUEUES ? age(created) : null,
  }))
}

export interface OpenAlerts {
  code: string
  severity: AlertSeverity
  open: number
}

/** Of every code of the catalogue. */
export async function countOpenAlerts(db: Queryable): Promise<OpenAlerts[]> {
  const rows = await db.query<{ code: string; open: number }>(
    sql`select code, count(*)::int as open from alarm where acknowledged_at is null group by code`,
  )
  const open = new Map(rows.map(row => [row.code, row.open]))
  return ALERT_CODES.map(code => ({ code, severity: alertDefinition(code).severity, open: open.get(code) ?? 0 }))
}

export interface Blocked {
  held: Centavos
  /** Wallets whose blocked amount is not what is held of them. */
  differing: number
}

/** In one statement, so that both are of one moment. All wallets: a bound would leave out the one that differs. */
export async function readBlocked(db: Queryable): Promise<Blocked> {
  const [blocked] = await db.query<Blocked>(sql`
    select coalesce(sum(held.amount), 0)::bigint as held,
      count(*) filter (where blocked_centavos <> coalesce(held.amount, 0))::int as differing
    from wallet left join (
      select account_id, sum(open_centavos)::bigint as amount from hold where closed_at is null group by account_id
    ) held using (account_id)
    where ${IS_LIVE}`)
  return blocked as Blocked
}
