// The calendar of an account's debits: what is expected, was paid and has failed on each day of a month. A debit stands on the day on which
// banks settle it, so that what is due on a Saturday is expected on Monday. Pure.
import { businessDayFrom } from '#kernel/calendar/business-days.ts'
import { addDays, dateAt, type LocalDate, localDate } from '#kernel/calendar/local-time.ts'
import { invalid } from '#kernel/failure.ts'
import { add, type Centavos, centavos } from '#kernel/money.ts'
import type { DebitStatus } from '../debit/debit.ts'

/**
 * PREVISTA: a cycle that is not planned yet. Where a try has failed and none is under way: NOVA_TENTATIVA as long as another one is planned,
 * NAO_PAGA where none is.
 */
export type EntryStatus = DebitStatus | 'PREVISTA' | 'NOVA_TENTATIVA' | 'NAO_PAGA'

export interface Month {
  first: LocalDate
  last: LocalDate
}

const FORM = /^(\d{4})-(\d{2})$/
const MAX_MONTHS = 24

/** Throws INVALID_DATA, which names the field. */
export function monthIn(field: string, text: string, now: Date): Month {
  const first = FORM.test(text) ? localDate(`${text}-01`) : null
  const months = first === null ? Number.NaN : monthsBetween(dateAt(now), first)
  if (first === null || Math.abs(months) > MAX_MONTHS)
    throw invalid(field, `a month such as 2027-02, at most ${MAX_MONTHS} months from now`)
  const days = Temporal.PlainDate.from(first).daysInMonth
  return { first, last: addDays(first, days - 1) }
}

const monthsBetween = (one: LocalDate, other: LocalDate): number => monthsOf(other) - monthsOf(one)
const monthsOf = (day: LocalDate): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** Banks rest for fewer days in a row. */
const MAX_REST_DAYS = 10
/** From the first due day to the last retry, with the days of rest behind it. */
const MAX_SETTLING_DAYS = 20

/** Which due days may settle within these days, and on which business day each of them does. */
export interface DueDays {
  /** Of debits, which may be tried again. */
  from: LocalDate
  to: LocalDate
  days: LocalDate[]
  settleOn: LocalDate[]
}

export function dueDaysOf({ first, last }: Month): DueDays {
  const days: LocalDate[] = []
  for (let day = addDays(first, -MAX_REST_DAYS); day <= last; day = addDays(day, 1)) days.push(day)
  return { from: addDays(first, -MAX_SETTLING_DAYS), to: last, days, settleOn: days.map(day => businessDayFrom(day)) }
}

/** Of one day and one state. */
export interface Counted {
  day: LocalDate
  status: EntryStatus
  count: number
  /** Of those that have an amount. */
  amount: Centavos
  withoutAmount: number
}

export interface Sum {
  count: number
  amount: Centavos
  withoutAmount: number
}

const KINDS = ['expected', 'paid', 'failed'] as const
export type Kind = (typeof KINDS)[number]
export type Sums = Record<Kind, Sum>

/** Those that were cancelled count nowhere: nobody expects them, and nothing went wrong. */
const KIND_OF: Record<EntryStatus, Kind | null> = {
  PREVISTA: 'expected',
  PLANEJADA: 'expected',
  ENVIANDO: 'expected',
  CRIADA: 'expected',
  ATIVA: 'expected',
  NOVA_TENTATIVA: 'expected',
  NAO_PAGA: 'failed',
  CONCLUIDA: 'paid',
  EXPIRADA: 'failed',
  REJEITADA: 'failed',
  NAO_COBRADA: 'failed',
  CANCELADA: null,
}

export interface DaySums extends Sums {
  day: LocalDate
}

/** The days on which something is, in their order, and all of them together. */
export function calendarOf(rows: readonly Counted[]): { days: DaySums[]; total: Sums } {
  const days = [...Map.groupBy(rows, ({ day }) => day)]
    .map(([day, ofDay]) => ({ day, ...sumsOf(ofDay) }))
    .filter(sums => KINDS.some(kind => sums[kind].count > 0))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
  return { days, total: sumsOf(rows) }
}

const sumsOf = (rows: readonly Counted[]): Sums => ({
  expected: sumOf(rows, 'expected'),
  paid: sumOf(rows, 'paid'),
  failed: sumOf(rows, 'failed'),
})

function sumOf(rows: readonly Counted[], kind: Kind): Sum {
  const sum: Sum = { count: 0, amount: centavos(0), withoutAmount: 0 }
  for (const row of rows.filter(({ status }) => KIND_OF[status] === kind)) {
    sum.count += row.count
    sum.amount = add(sum.amount, row.amount)
    sum.withoutAmount += row.withoutAmount
  }
  return sum
}
