// The calendar as the panel reads it: the sums of a month by day, and what is behind those of one day.

import { type Static, Type } from 'typebox'
import type { Page } from '#http/request/paging.ts'
import { orNull } from '#http/schema.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { maskedName } from '#kernel/text/masked-contact.ts'
import { SHOWN_DEBIT_STATUSES } from '../debit/wire.ts'
import type { calendarOf, EntryStatus, Kind, Sum, Sums } from './calendar.ts'
import type { Entry } from './calendar-store.ts'

const Day = Type.String({ format: 'date' })

const SumSchema = Type.Object({
  count: Type.Integer(),
  amount: Type.Integer({ description: 'Cents, of those that have an amount' }),
  withoutAmount: Type.Integer({ description: 'How many have no amount yet' }),
})
const SUMS = { expected: SumSchema, paid: SumSchema, failed: SumSchema } satisfies Record<Kind, typeof SumSchema>
const SumsSchema = Type.Object(SUMS)

export const CalendarSchema = Type.Object({
  month: Type.String({ description: 'Such as 2027-02' }),
  today: Type.String({ format: 'date', description: 'In São Paulo' }),
  days: Type.Array(Type.Object({ day: Day, ...SUMS }), { description: 'Those on which something is' }),
  total: SumsSchema,
})

export type CalendarForm = Static<typeof CalendarSchema>

export const EntrySchema = Type.Object({
  recurrence: Type.String({ description: 'Its uuid' }),
  contrato: Type.String(),
  customerName: Type.String(),
  ciclo: Type.Integer(),
  txid: orNull(Type.String(), { description: 'null: the cycle is not planned yet' }),
  status: Type.Enum([...SHOWN_DEBIT_STATUSES, 'PREVISTA', 'NOVA_TENTATIVA', 'NAO_PAGA']),
  amount: orNull(Type.Integer({ description: 'Cents' })),
  dataDeVencimento: Day,
})

export type CalendarEntry = Static<typeof EntrySchema>

const sumForm = ({ count, amount, withoutAmount }: Sum) => ({ count, amount: toCentsNumber(amount), withoutAmount })
const sumsForm = ({ expected, paid, failed }: Sums): Static<typeof SumsSchema> => ({
  expected: sumForm(expected),
  paid: sumForm(paid),
  failed: sumForm(failed),
})

export const calendarForm = (
  month: string,
  today: LocalDate,
  { days, total }: ReturnType<typeof calendarOf>,
): CalendarForm => ({
  month,
  today,
  days: days.map(({ day, ...sums }) => ({ day, ...sumsForm(sums) })),
  total: sumsForm(total),
})

/** Whether an order has arrived is not shown. */
const shown = (status: EntryStatus) => (status === 'ENVIANDO' ? ('PLANEJADA' as const) : status)

/** `isMasked`: support has no business with who the payers are. */
export const entryForm = (entry: Entry, isMasked: boolean): CalendarEntry => ({
  recurrence: entry.uuid,
  contrato: entry.contrato,
  customerName: isMasked ? maskedName(entry.customerName) : entry.customerName,
  ciclo: entry.cycle,
  txid: entry.txid,
  status: shown(entry.status),
  amount: entry.amount === null ? null : toCentsNumber(entry.amount),
  dataDeVencimento: entry.dueOn,
})

export type CalendarDay = Page<CalendarEntry>
