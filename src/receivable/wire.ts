// Receivables as the account holder reads them: money in integer cents, days of São Paulo. What the acquirer keeps is the operator's.
import { type Static, Type } from 'typebox'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { RECEIVABLE_STATUSES, SETTLED_METHODS } from '#kernel/terms/settlement.ts'
import type { DaySums, ReceivableSums, ShownReceivable } from './store.ts'

const Null = Type.Null()
const Time = Type.String({ format: 'date-time' })
const Cents = (description: string) => Type.Integer({ description: `Cents: ${description}` })
const Day = (description: string) => Type.String({ format: 'date', description })

export const ReceivableSchema = Type.Object(
  {
    id: Type.String(),
    saleId: Type.Integer(),
    saleUuid: Type.String(),
    paymentMethod: Type.Enum([...SETTLED_METHODS]),
    part: Type.Integer({ description: 'From 1' }),
    parts: Type.Integer({ description: 'Of the sale' }),
    amount: Cents('what is the seller’s of it, less what refunds and disputes have taken'),
    originalAmount: Cents('before anything was taken'),
    grossAmount: Cents('of the sale’s amount'),
    held: Cents('what is not released yet'),
    expectedOn: Day('On which it becomes available, as long as the acquirer has paid'),
    status: Type.Enum([...RECEIVABLE_STATUSES], {
      description:
        'EXPECTED: the acquirer owes it; REDUCED: so too, less what has gone back; SETTLED: the acquirer has paid; CANCELLED: it went back before',
    }),
    settledAt: Type.Union([Time, Null]),
    createdAt: Time,
  },
  { title: 'Receivable' },
)

export const receivableForm = (receivable: ShownReceivable): Static<typeof ReceivableSchema> => ({
  id: receivable.id.toString(),
  saleId: Number(receivable.saleId),
  saleUuid: receivable.saleUuid,
  paymentMethod: receivable.method,
  part: receivable.part,
  parts: receivable.parts,
  amount: toCentsNumber(receivable.left),
  originalAmount: toCentsNumber(receivable.amount),
  grossAmount: toCentsNumber(receivable.gross),
  held: toCentsNumber(receivable.held),
  expectedOn: receivable.releaseOn,
  status: receivable.status,
  settledAt: receivable.settledAt?.toISOString() ?? null,
  createdAt: receivable.createdAt.toISOString(),
})

const SumsSchema = Type.Object({
  expected: Cents('the acquirer owes it'),
  settled: Cents('the acquirer has paid it'),
  late: Cents('of what is expected, what the acquirer should have paid before today'),
  held: Cents('what is not released yet'),
  count: Type.Integer(),
})

export const SummarySchema = Type.Object(
  {
    today: Day('In São Paulo'),
    data: Type.Array(Type.Object({ day: Day('On which it becomes available'), ...SumsSchema.properties })),
    totals: Type.Object(SumsSchema.properties, { description: 'Of all days, with the same status and method' }),
  },
  { title: 'ReceivablesSummary' },
)

const sumsForm = ({ expected, settled, late, held, count }: ReceivableSums): Static<typeof SumsSchema> => ({
  expected: toCentsNumber(expected),
  settled: toCentsNumber(settled),
  late: toCentsNumber(late),
  held: toCentsNumber(held),
  count,
})

export const summaryForm = (
  today: LocalDate,
  days: DaySums[],
  totals: ReceivableSums,
): Static<typeof SummarySchema> => ({
  today,
  data: days.map(({ day, ...sums }) => ({ day, ...sumsForm(sums) })),
  totals: sumsForm(totals),
})
