// The SQL of the calendar: debits of an account by the day on which they settle, and with them the cycles that its recurrences have not
// planned yet. What it reads is of one account: the debits that are due about then, and the recurrences that are authorised.
import sql, { type Sql } from 'sql-template-tag'
import { ANEW } from '#db/planned-anew.ts'
import type { Queryable } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import { BETWEEN_TRIES, plannedTryAfter } from '../debit/tries-store.ts'
import type { Counted, DueDays, EntryStatus, Month } from './calendar.ts'

/** Where a day of rest moves a debit, by its due day. */
const shift = ({ days, settleOn }: DueDays) =>
  sql`shift(due_on, business_day) as (select * from unnest(${days}::date[], ${settleOn}::date[]))`

/** One that was not paid stands on the day of its next try; where none is planned, on that of the last one. */
const debits = (accountId: number, { from, to }: DueDays, today: LocalDate) => sql`
  select recurrence_id, cycle, n, txid, amount_centavos as amount, debit.due_on,
    case when not between_tries then status when next_try is null then 'NAO_PAGA' else 'NOVA_TENTATIVA' end as status,
    coalesce(next_try, settles_on, case when adjusts_to_business_day then business_day end, debit.due_on) as day
  from debit left join shift on shift.due_on = debit.due_on
  cross join lateral (select ${BETWEEN_TRIES} as between_tries) tries
  cross join lateral (select case when between_tries then ${plannedTryAfter(today)} end as next_try) again
  where account_id = ${accountId} and debit.due_on between ${from} and ${to}`

const months = (day: Sql) => sql`(extract(year from ${day}) * 12 + extract(month from ${day}))::int`
const startMonths = months(sql`starts_on`)

/** The same days as dueOf in kernel/calendar/cycles.ts, counted from the first day: a test compares the two. */
const cycles = ({ from, to }: DueDays) => sql`
  select periods + 1 as cycle, due_on
  from (select case periodicity when 'SEMANAL' then 7 when 'MENSAL' then 1 when 'TRIMESTRAL' then 3 when 'SEMESTRAL' then 6
      else 12 end as length) period
  cross join lateral (select
      case periodicity when 'SEMANAL' then ${from}::date - starts_on else ${months(sql`${from}::date`)} - ${startMonths} end as begins,
      case periodicity when 'SEMANAL' then ${to}::date - starts_on else ${months(sql`${to}::date`)} - ${startMonths} end as ends) span
  cross join lateral generate_series(greatest(0, begins / length), ends / length) as periods
  cross join lateral (select case periodicity when 'SEMANAL' then starts_on + periods * length
      else (starts_on + make_interval(months => periods * length))::date end as due_on) due`

const forecast = (accountId: number, dueDays: DueDays, today: LocalDate) => sql`
  select id as recurrence_id, upcoming.cycle, 0 as n, null as txid,
    coalesce(amount_centavos, default_centavos) as amount, upcoming.due_on, 'PREVISTA' as status,
    case when adjusts_to_business_day then business_day else upcoming.due_on end as day
  from recurrence cross join lateral (${cycles(dueDays)}) upcoming join shift on shift.due_on = upcoming.due_on
  where account_id = ${accountId} and status = 'APROVADA' and automatic and cancel_requested_at is null
    and upcoming.due_on > ${today} and (ends_on is null or upcoming.due_on <= ends_on)
    and not exists (
      select from debit where debit.account_id = recurrence.account_id and recurrence_id = recurrence.id
        and (debit.cycle = upcoming.cycle or debit.cycle > upcoming.cycle and origin = 'AUTOMATICA'))`

const entries = (accountId: number, dueDays: DueDays, today: LocalDate): Sql => sql`
  ${shift(dueDays)}, entry as (${debits(accountId, dueDays, today)} union all ${forecast(accountId, dueDays, today)})`

/** By day and state. */
export const countByDay = (
  db: Queryable,
  accountId: number,
  { first, last }: Month,
  dueDays: DueDays,
  today: LocalDate,
): Promise<Counted[]> =>
  db.query<Counted>(sql`${ANEW}
    with ${entries(accountId, dueDays, today)}
    select day, status, count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount,
      count(*) filter (where amount is null)::int as "withoutAmount"
    from entry where day between ${first} and ${last} group by day, status`)

export interface Entry {
  recurrenceId: bigint
  uuid: string
  contrato: string
  customerName: string
  cycle: number
  /** null: it is not planned yet. */
  txid: string | null
  status: EntryStatus
  amount: Centavos | null
  dueOn: LocalDate
}

/** Of one day, by recurrence, the newest first. All of the last recurrence are there, also beyond the limit. */
export const listDay = (
  db: Queryable,
  accountId: number,
  { day, dueDays, today }: { day: LocalDate; dueDays: DueDays; today: LocalDate },
  { below, rows }: { below: bigint | null; rows: number },
): Promise<Entry[]> =>
  db.query<Entry>(sql`${ANEW}
    with ${entries(accountId, dueDays, today)}
    select recurrence_id as "recurrenceId", recurrence.uuid, contrato, customer_name as "customerName", cycle, txid,
      entry.status, entry.amount, entry.due_on as "dueOn"
    from entry join recurrence on recurrence.account_id = ${accountId} and recurrence.id = recurrence_id
    where day = ${day} and (${below}::bigint is null or recurrence_id < ${below})
    order by recurrence_id desc fetch first ${rows} rows with ties`)
