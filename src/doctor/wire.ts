// The ledger as the operator reads it: the totals of the books, and the last examination of them.
import { Type } from 'typebox'
import { SIDES } from '#ledger/ledger.ts'

const Cents = Type.String({ description: 'Cents, as text: totals of a gateway may not fit a JSON number' })

const FindingSchema = Type.Object({
  check: Type.String(),
  table: Type.String(),
  accountId: Type.Integer(),
  key: Type.Union([Type.String(), Type.Null()]),
  said: Type.String(),
  sentence: Type.String(),
  rows: Type.Integer(),
})

const ExaminationSchema = Type.Object({
  ok: Type.Boolean(),
  beganAt: Type.String(),
  durationMs: Type.Integer(),
  accounts: Type.Integer(),
  rows: Type.Record(Type.String(), Type.Integer()),
  entriesPerSecond: Type.Integer(),
  findings: Type.Array(FindingSchema),
})

export const LedgerSchema = Type.Object({
  trialBalance: Type.Object({
    wallets: Type.Integer(),
    entries: Type.Integer(),
    sides: Type.Object(Object.fromEntries(SIDES.map(side => [side, Cents]))),
    sum: Cents,
  }),
  examination: Type.Union([ExaminationSchema, Type.Null()]),
})
