// A line of the statement as the outside reads it: whole cents, signed where they are changes.
import { type Static, Type } from 'typebox'
import { PageOf } from '#http/request/paging.ts'
import { orNull } from '#http/schema.ts'
import { add, type Centavos, toCentsNumber, ZERO } from '#kernel/money.ts'
import { type Amounts, described, type Language, LINE_TYPES, type Line, REFERENCE_TYPES } from './line.ts'
import type { Summary } from './read.ts'

const Time = Type.String({ format: 'date-time' })
const Cents = (description: string) => Type.Integer({ description: `Cents: ${description}` })

export const LineSchema = Type.Object(
  {
    id: Type.String({
      description: 'Numbered in the order of the account’s books; what moves none of its money has numbers too',
    }),
    date: Time,
    type: Type.Enum([...LINE_TYPES]),
    description: Type.String(),
    reference: Type.Object({
      type: Type.Enum([...REFERENCE_TYPES]),
      id: Type.Integer(),
      uuid: orNull(Type.String()),
      externalReference: orNull(Type.String()),
      saleUuid: orNull(Type.String({ description: 'The sale that was paid, refunded or disputed' })),
      endToEndId: orNull(Type.String({ description: 'The Pix that brought the money, or took it out' })),
      idRec: Type.Optional(Type.String({ description: 'The recurrence that the sale is a cycle of' })),
      contrato: Type.Optional(Type.String({ description: 'Its contract' })),
    }),
    amount: Cents('what the line changes of the whole balance; 0 where money is only held or released'),
    availableAmount: Cents('what it changes of the available balance'),
    blockedAmount: Cents('what it changes of the blocked balance'),
    fee: Cents('what of it goes to the operator as a fee; below zero where a fee is given back'),
    balanceAfter: Cents('the whole balance behind the line: that before it, and amount'),
    availableAfter: Cents('the available balance behind it'),
    blockedAfter: Cents('the blocked balance behind it'),
  },
  { title: 'StatementLine' },
)

export const PageSchema = PageOf(LineSchema)

export const lineForm = (line: Line, language: Language): Static<typeof LineSchema> => ({
  id: line.seq.toString(),
  date: line.at.toISOString(),
  type: line.type,
  description: described(line.type, language),
  reference: { ...line.reference, id: Number(line.reference.id) },
  amount: toCentsNumber(line.change.total),
  availableAmount: toCentsNumber(line.change.available),
  blockedAmount: toCentsNumber(line.change.blocked),
  fee: toCentsNumber(line.fee),
  balanceAfter: toCentsNumber(line.after.total),
  availableAfter: toCentsNumber(line.after.available),
  blockedAfter: toCentsNumber(line.after.blocked),
})

const BalanceSchema = Type.Object(
  { available: Type.Integer(), blocked: Type.Integer(), total: Type.Integer() },
  { title: 'Balance' },
)

export const balanceForm = ({ available, blocked, total }: Amounts): Static<typeof BalanceSchema> => ({
  available: toCentsNumber(available),
  blocked: toCentsNumber(blocked),
  total: toCentsNumber(total),
})

export const BalanceAtSchema = Type.Object({ at: Time, ...BalanceSchema.properties }, { title: 'BalanceAt' })

export const SummarySchema = Type.Object(
  {
    from: orNull(Time),
    to: orNull(Time),
    opening: BalanceSchema,
    credits: Cents('the sum of all lines that add to the whole balance'),
    debits: Cents('the sum of all that take from it, below zero: opening.total + credits + debits = closing.total'),
    fees: Cents('what of the debits went to the operator'),
    closing: BalanceSchema,
    types: Type.Array(
      Type.Object({
        type: Type.Enum([...LINE_TYPES]),
        description: Type.String(),
        count: Type.Integer(),
        amount: Type.Integer(),
        availableAmount: Type.Integer(),
        blockedAmount: Type.Integer(),
        fee: Type.Integer(),
      }),
    ),
  },
  { title: 'StatementSummary' },
)

export function summaryForm(
  { opening, closing, sums }: Summary,
  { from, to }: { from: Date | null; to: Date | null },
  language: Language,
): Static<typeof SummarySchema> {
  const totals = sums.map(({ change }) => change.total)
  return {
    from: from?.toISOString() ?? null,
    to: to?.toISOString() ?? null,
    opening: balanceForm(opening),
    credits: sum(totals.filter(total => total > 0n)),
    debits: sum(totals.filter(total => total < 0n)),
    fees: sum(sums.map(({ fee }) => fee)),
    closing: balanceForm(closing),
    types: sums.map(({ type, count, change, fee }) => ({
      type,
      description: described(type, language),
      count,
      amount: toCentsNumber(change.total),
      availableAmount: toCentsNumber(change.available),
      blockedAmount: toCentsNumber(change.blocked),
      fee: toCentsNumber(fee),
    })),
  }
}

const sum = (amounts: Centavos[]): number => toCentsNumber(add(ZERO, ...amounts))
