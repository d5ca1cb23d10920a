// A balance as the outside reads it: whole cents.
import { type Static, Type } from 'typebox'
import { add, toCentsNumber } from '#kernel/money.ts'
import type { Balance } from '#ledger/store.ts'

export const BalanceSchema = Type.Object(
  { available: Type.Integer(), blocked: Type.Integer(), total: Type.Integer() },
  { title: 'Balance' },
)

export const balanceForm = ({ available, blocked }: Balance): Static<typeof BalanceSchema> => ({
  available: toCentsNumber(available),
  blocked: toCentsNumber(blocked),
  total: toCentsNumber(add(available, blocked)),
})
