// What a list comes to with its filters: how many, and how much together.
import { type Static, Type } from 'typebox'
import { type Centavos, toCentsNumber } from '#kernel/money.ts'

export const TotalsSchema = Type.Object({
  count: Type.Integer(),
  amount: Type.Integer({ description: 'Cents, of all of them together' }),
  more: Type.Boolean({ description: 'There are more: count and amount are the least that there is' }),
})

/** Of what has no amount. */
export const CountSchema = Type.Pick(TotalsSchema, ['count', 'more'])

export const countForm = ({ count, more }: { count: number; more: boolean }): Static<typeof CountSchema> => ({
  count,
  more,
})

export const totalsForm = (totals: {
  count: number
  amount: Centavos
  more: boolean
}): Static<typeof TotalsSchema> => ({
  count: totals.count,
  amount: toCentsNumber(totals.amount),
  more: totals.more,
})
