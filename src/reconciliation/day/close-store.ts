// The SQL of closed days: which is next, whether anything stands in its way, the barrier, and the figures that are frozen.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { SIDES, type Side } from '#ledger/ledger.ts'
import { IS_RECONCILED } from '#psp/store.ts'
import { TOO_EARLY } from '../run/store.ts'

export const DAY_STATES = ['CLOSING', 'CLOSED', 'REOPENED'] as const

export interface DayClose {
  day: LocalDate
  state: (typeof DAY_STATES)[number]
  figures: Record<Side, bigint>
  transfers: bigint
  /** What should lie at each PSP account, in cents, by its id. */
  atPsps: Record<string, number>
  hash: string | null
  closedBy: string | null
  closedByName: string | null
  reason: string | null
  closedAt: Date
  reopenedBy: string | null
  reopenedByName: string | null
  reopenedAt: Date | null
}

type Row = Omit<DayClose, 'figures'> & { figures: Record<Side, string> }

const COLUMNS = sql`
  day, state, transfers, at_psps as "atPsps", encode(hash, 'hex') as hash, closed_by as "closedBy",
  person_name(closed_by) as "closedByName", reason, closed_at as "closedAt", reopened_by as "reopenedBy",
  person_name(reopened_by) as "reopenedByName", reopened_at as "reopenedAt",
  jsonb_build_object('available', available_centavos::text, 'blocked', blocked_centavos::text, 'fee', fee_centavos::text,
    'received', received_centavos::text, 'clearing', clearing_centavos::text) as figures`

const dayOf = (row: Row): DayClose => ({
  ...row,
  figures: Object.fromEntries(SIDES.map(side => [side, BigInt(row.figures[side])])) as Record<Side, bigint>,
})

export async function findDay(db: Queryable, day: LocalDate): Promise<DayClose | null> {
  const [row] = await db.query<Row>(sql`select ${COLUMNS} from day_close where day = ${day}::date`)
  return row === undefined ? null : dayOf(row)
}

/** The newest first; `before` null: from the last one on. */
export async function listDays(db: Queryable, before: LocalDate | null, limit: number): Promise<DayClose[]> {
  const rows = await db.query<Row>(sql`
    select ${COLUMNS} from day_close where ${before}::date is null or day < ${before}::date
    order by day desc limit ${limit}`)
  return rows.map(dayOf)
}

/** Days are closed one after another. null: nothing has ever been booked. */
export async function findNextDay(db: Queryable): Promise<LocalDate | null> {
  const [row] = await db.query<{ day: LocalDate | null }>(sql`
    select coalesce(
      (select min(day) from day_close where state = 'REOPENED'),
      (select max(day) + 1 from day_close),
      (select min((created_at at time zone 'America/Sao_Paulo')::date)
        from wallet join transfer on transfer.account_id = wallet.account_id and transfer.seq = 1)) as day`)
  return row?.day ?? null
}

/** Before this moment nothing is booked any more. */
export async function findClosedTo(db: Queryable): Promise<Date | null> {
  const [row] = await db.query<{ to: Date | null }>(
    sql`select max(ends_at) as to from day_close where state <> 'REOPENED'`,
  )
  return row?.to ?? null
}

export const findLastClosed = async (db: Queryable): Promise<LocalDate | null> => {
  const [row] = await db.query<{ day: LocalDate | null }>(sql`
    select max(day) as day from day_close where state <> 'REOPENED'`)
  return row?.day ?? null
}

export interface Obstacles {
  openCases: number
  unread: number
}

/** Differences that nobody has answered, and PSP accounts whose lists were not read; not of days before any was ever read. */
export async function findObstacles(db: Queryable, day: LocalDate): Promise<Obstacles> {
  const [row] = await db.query<Obstacles>(sql`
    select (select count(*)::int from reconciliation_case where state = 'OPEN' and day <= ${day}::date) as "openCases",
      (select count(*)::int from psp_account
        where ${IS_RECONCILED} and (created_at at time zone 'America/Sao_Paulo')::date <= ${day}::date
          and (pay_in_enabled or pay_out_enabled or coalesce((off_since at time zone 'America/Sao_Paulo')::date >= ${day}::date, true))
          and ${day}::date >= coalesce((select min(day) from reconciliation), ${day}::date)
          and not exists (select from reconciliation
            where psp_account_id = psp_account.id and day = ${day}::date and state = 'DONE' and not (${TOO_EARLY}))) as unread`)
  return row as Obstacles
}

/**
 * From its commit on nothing is booked in the day any more. It waits for transactions that are writing transfers, and later ones
 * find the row: so the figures can be added up afterwards.
 */
export async function raiseBarrier(
  tx: Transaction,
  day: LocalDate,
  { endsAt, by, reason, now }: { endsAt: Date; by: string | null; reason: string | null; now: Date },
): Promise<void> {
  // Transactions that write transfers wait behind this one: for no longer than a moment, whatever it waits for.
  await tx.query(sql`select set_config('lock_timeout', '1s', true)`)
  await tx.query(sql`lock table transfer in share row exclusive mode`)
  await tx.query(sql`
    insert into day_close (day, state, ends_at, closed_by, reason, closed_at)
    values (${day}::date, 'CLOSING', ${endsAt}, ${by}, ${reason}, ${now})
    on conflict (day) do update set state = 'CLOSING', closed_by = excluded.closed_by, reason = excluded.reason,
      closed_at = excluded.closed_at, reopened_by = null, reopened_at = null, seal = default
      where day_close.state = 'REOPENED'`)
}

const CLOSING = sql`from day_close where state = 'CLOSING'`

/** Selects the days whose figures are to be added up. */
export const closingOwed = (): Sql => sql`select ${CLOSING}`

export const findClosing = async (db: Queryable): Promise<LocalDate[]> =>
  (await db.query<{ day: LocalDate }>(sql`select day ${CLOSING} order by day`)).map(({ day }) => day)

const EARLIER = sql`
  left join lateral (
    select seq, available_centavos, blocked_centavos, fee_centavos, received_centavos, clearing_centavos
    from day_figure earlier where earlier.account_id = figure.account_id and earlier.day < figure.day
    order by day desc limit 1
  ) earlier on true`

/** Adds up what lies behind the barrier. A day that another transaction has closed meanwhile stays as it is. */
export async function freeze(tx: Transaction, day: LocalDate): Promise<void> {
  const closing = await tx.query(sql`
    select day from day_close where day = ${day}::date and state = 'CLOSING' for update`)
  if (closing.length === 0) return
  await tx.query(sql`select set_config('statement_timeout', '0', true)`)
  await tx.query(sql`
    insert into day_figure (account_id, day, seq, available_centavos, blocked_centavos, fee_centavos, received_centavos,
      clearing_centavos)
    select figure.account_id, figure.day, last.seq, moved.available + coalesce(earlier.available_centavos, 0),
      moved.blocked + coalesce(earlier.blocked_centavos, 0), moved.fee + coalesce(earlier.fee_centavos, 0),
      moved.received + coalesce(earlier.received_centavos, 0), moved.clearing + coalesce(earlier.clearing_centavos, 0)
    from (select account_id, day, ends_at from wallet cross join day_close where day = ${day}::date) figure
    ${EARLIER}
    cross join lateral (
      select max(seq) as seq from transfer
      where transfer.account_id = figure.account_id and transfer.seq > coalesce(earlier.seq, 0) and created_at < figure.ends_at
    ) last
    cross join lateral (
      select ${sideSums()} from transfer
      where transfer.account_id = figure.account_id and transfer.seq > coalesce(earlier.seq, 0) and transfer.seq <= last.seq
    ) moved
    where last.seq is not null order by figure.account_id`)
  await tx.query(sql`
    with before as (
      select * from day_close where day < ${day}::date order by day desc limit 1
    ), added as (
      select coalesce(sum(figure.available_centavos - coalesce(earlier.available_centavos, 0)), 0) as available,
        coalesce(sum(figure.blocked_centavos - coalesce(earlier.blocked_centavos, 0)), 0) as blocked,
        coalesce(sum(figure.fee_centavos - coalesce(earlier.fee_centavos, 0)), 0) as fee,
        coalesce(sum(figure.received_centavos - coalesce(earlier.received_centavos, 0)), 0) as received,
        coalesce(sum(figure.clearing_centavos - coalesce(earlier.clearing_centavos, 0)), 0) as clearing,
        coalesce(sum(figure.seq - coalesce(earlier.seq, 0)), 0) as transfers
      from day_figure figure ${EARLIER} where figure.day = ${day}::date
    ), psps as (
      select id, sum(centavos) as centavos from (
        select key::int as id, value::text::numeric as centavos from before cross join jsonb_each(at_psps)
        union all
        select psp_account_id, case when debit = 'clearing' then amount_centavos else -amount_centavos end
        from day_figure figure ${EARLIER}
        join transfer on transfer.account_id = figure.account_id and transfer.seq > coalesce(earlier.seq, 0)
          and transfer.seq <= figure.seq and psp_account_id is not null
        where figure.day = ${day}::date
      ) moves group by id
    )
    update day_close set seal = default, available_centavos = coalesce(before.available_centavos, 0) + added.available,
      blocked_centavos = coalesce(before.blocked_centavos, 0) + added.blocked,
      fee_centavos = coalesce(before.fee_centavos, 0) + added.fee,
      received_centavos = coalesce(before.received_centavos, 0) + added.received,
      clearing_centavos = coalesce(before.clearing_centavos, 0) + added.clearing,
      transfers = coalesce(before.transfers, 0) + added.transfers,
      at_psps = coalesce((select jsonb_object_agg(id, centavos) from psps), '{}')
    from added left join before on true
    where day_close.day = ${day}::date`)
  await tx.query(sql`
    update day_close set state = 'CLOSED', hash = day_hash(day_close), seal = default where day = ${day}::date`)
}

function sideSums() {
  return sql`
    coalesce(sum(case 'available' when credit then amount_centavos when debit then -amount_centavos end), 0) as available,
    coalesce(sum(case 'blocked' when credit then amount_centavos when debit then -amount_centavos end), 0) as blocked,
    coalesce(sum(case 'fee' when credit then amount_centavos when debit then -amount_centavos end), 0) as fee,
    coalesce(sum(case 'received' when credit then amount_centavos when debit then -amount_centavos end), 0) as received,
    coalesce(sum(case 'clearing' when credit then amount_centavos when debit then -amount_centavos end), 0) as clearing`
}

/** Its figures are gone with it; the next close makes them anew. */
export async function removeBarrier(tx: Transaction, day: LocalDate, by: string, now: Date): Promise<void> {
  await tx.query(sql`delete from day_figure where day = ${day}::date`)
  await tx.query(sql`
    update day_close set state = 'REOPENED', hash = null, reopened_by = ${by}, reopened_at = ${now}, seal = default
    where day = ${day}::date`)
}

/** How each account stood at the end of a closed day, where it had moved on it. */
export const listFigures = (db: Queryable, day: LocalDate, after: number, limit: number) =>
  db.query<Record<Side, bigint> & { accountId: number; seq: bigint }>(sql`
    select account_id as "accountId", seq, available_centavos as available, blocked_centavos as blocked,
      fee_centavos as fee, received_centavos as received, clearing_centavos as clearing
    from day_figure where day = ${day}::date and account_id > ${after} order by account_id limit ${limit}`)
