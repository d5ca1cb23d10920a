// The SQL of receivables as they are read: by the day on which they are the seller's, and by what acquirers are late with.
import sql, { type Sql } from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Queryable } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { ReceivableStatus, SettledMethod } from '#kernel/terms/settlement.ts'

export interface ShownReceivable {
  id: bigint
  saleId: bigint
  saleUuid: string
  method: SettledMethod
  part: number
  parts: number
  gross: Centavos
  /** What was the seller's share at first, and what is left of it. */
  amount: Centavos
  left: Centavos
  /** Of that, what is not released yet. */
  held: Centavos
  releaseOn: LocalDate
  expectedOn: LocalDate
  status: ReceivableStatus
  settledAt: Date | null
  createdAt: Date
}

const SHOWN = columnsOf<ShownReceivable>({
  id: 'receivable.id',
  saleId: 'receivable.sale_id',
  saleUuid: 'sale.uuid',
  method: 'receivable.method',
  part: 'receivable.part',
  parts: 'receivable.parts',
  gross: 'receivable.gross_centavos',
  amount: 'receivable.amount_centavos',
  left: 'receivable.amount_centavos - receivable.taken_centavos',
  held: 'coalesce(hold.open_centavos, 0)::bigint',
  releaseOn: 'receivable.release_on::text',
  expectedOn: 'receivable.expected_on::text',
  status: 'receivable.status',
  settledAt: 'receivable.settled_at',
  createdAt: 'receivable.created_at',
})

/** null: not asked for. Days are those of the release. */
export interface ReceivableFilter {
  accountId: number
  from: LocalDate | null
  to: LocalDate | null
  status: ReceivableStatus | null
  method: SettledMethod | null
}

const matching = ({ accountId, from, to, status, method }: ReceivableFilter): Sql => sql`
  receivable.account_id = ${accountId} and (${from}::date is null or release_on >= ${from})
    and (${to}::date is null or release_on <= ${to}) and (${status}::text is null or receivable.status = ${status})
    and (${method}::text is null or method = ${method})`

/** The next day first. `after`: the last one of the page before. */
export const listReceivables = (
  db: Queryable,
  filter: ReceivableFilter,
  page: { after: bigint | null; limit: number },
) =>
  db.query<ShownReceivable>(sql`
    select ${SHOWN}
    from receivable
    join sale on sale.account_id = receivable.account_id and sale.id = receivable.sale_id
    left join hold on hold.account_id = receivable.account_id and hold.seq = hold_seq
    where ${matching(filter)} and (${page.after}::bigint is null or (release_on, receivable.id) > (
      select last.release_on, last.id from receivable last
      where last.account_id = ${filter.accountId} and last.id = ${page.after}))
    order by release_on, receivable.id limit ${page.limit}`)

export interface ReceivableSums {
  /** Of what is left of them. */
  expected: Centavos
  settled: Centavos
  /** Of what is expected, what the acquirer should have paid before today. */
  late: Centavos
  held: Centavos
  count: number
}

export interface DaySums extends ReceivableSums {
  day: LocalDate
}

const left = (where: Sql): Sql =>
  sql`coalesce(sum(receivable.amount_centavos - taken_centavos) filter (where ${where}), 0)::bigint`

const sums = (today: LocalDate): Sql => sql`
  ${left(sql`receivable.status in ('EXPECTED', 'REDUCED')`)} as expected, ${left(sql`receivable.status = 'SETTLED'`)} as settled,
  ${left(sql`receivable.status in ('EXPECTED', 'REDUCED') and expected_on < ${today}::date`)} as late,
  coalesce(sum(hold.open_centavos), 0)::bigint as held, count(*)::int as count
  from receivable left join hold on hold.account_id = receivable.account_id and hold.seq = hold_seq`

/** Days without any are not among the answer. */
export const sumByDay = (db: Queryable, filter: ReceivableFilter, today: LocalDate) =>
  db.query<DaySums>(sql`
    select release_on::text as day, ${sums(today)} where ${matching(filter)} group by release_on order by release_on`)

/** Of all days. */
export async function sumAll(
  db: Queryable,
  filter: Omit<ReceivableFilter, 'from' | 'to'>,
  today: LocalDate,
): Promise<ReceivableSums> {
  const [all] = await db.query<ReceivableSums>(sql`
    select ${sums(today)} where ${matching({ ...filter, from: null, to: null })}`)
  return all as ReceivableSums
}

/** What one PSP account's acquirer owes since before a day. */
export interface Overdue {
  pspAccountId: number
  receivables: number
  owed: Centavos
  since: LocalDate
}

export const findOverdue = (db: Queryable, before: LocalDate) =>
  db.query<Overdue>(sql`
    select psp_account_id as "pspAccountId", count(*)::int as receivables, sum(owed_centavos)::bigint as owed,
      min(expected_on)::text as since
    from receivable where owed_centavos > 0 and expected_on <= ${before}::date
    group by psp_account_id order by psp_account_id`)
