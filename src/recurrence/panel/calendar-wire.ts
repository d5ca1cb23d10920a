// The calendar as the panel reads it: the sums of a month by day, and what is behind those of one day.
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { maskedName } from '#kernel/masked-contact.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { type calendarOf, type EntryStatus, KINDS, type Kind, type Sum, type Sums } from './calendar.ts'
import type { Entry } from './calendar-store.ts'

const sumForm = ({ count, amount, withoutAmount }: Sum) => ({ count, amount: toCentsNumber(amount), withoutAmount })
const sumsForm = (sums: Sums) =>
  Object.fromEntries(KINDS.map(kind => [kind, sumForm(sums[kind])])) as Record<Kind, ReturnType<typeof sumForm>>

export const calendarForm = (month: string, today: LocalDate, { days, total }: ReturnType<typeof calendarOf>) => ({
  month,
  today,
  days: days.map(({ day, ...sums }) => ({ day, ...sumsForm(sums) })),
  total: sumsForm(total),
})

export type CalendarForm = ReturnType<typeof calendarForm>

/** Whether an order has arrived is not shown. */
const shown = (status: EntryStatus) => (status === 'ENVIANDO' ? ('PLANEJADA' as const) : status)

/** `isMasked`: support has no business with who the payers are. */
export const entryForm = (entry: Entry, isMasked: boolean) => ({
  recurrence: entry.uuid,
  contrato: entry.contrato,
  customerName: isMasked ? maskedName(entry.customerName) : entry.customerName,
  ciclo: entry.cycle,
  txid: entry.txid,
  status: shown(entry.status),
  amount: entry.amount === null ? null : toCentsNumber(entry.amount),
  dataDeVencimento: entry.dueOn,
})

export type CalendarEntry = ReturnType<typeof entryForm>
