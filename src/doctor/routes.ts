// The operator's view of the ledger: the totals of the books, and the result of the last examination.
import { Type } from 'typebox'
import type { Server } from '#http/server.ts'
import { toCentsText } from '#kernel/money.ts'
import { SIDES } from '#ledger/ledger.ts'
import type { Doctor } from './feature.ts'
import { reportForm } from './report.ts'

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

export function ledgerRoutes(server: Server, { doctor }: { doctor: Doctor }): void {
  server.get(
    '/api/admin/ledger',
    {
      config: { guard: 'operator', dialect: 'panel', fails: [] },
      schema: {
        summary: 'The trial balance of the gateway, and the last examination of its books',
        tags: ['Operator'],
        response: { 200: LedgerSchema },
      },
    },
    async () => {
      const { wallets, entries, sides } = await doctor.trialBalance()
      const last = await doctor.lastExamination()
      return {
        trialBalance: {
          wallets,
          entries: Number(entries),
          sides: Object.fromEntries(SIDES.map(side => [side, toCentsText(sides[side])])),
          sum: SIDES.reduce((sum, side) => sum + sides[side], 0n).toString(),
        },
        examination: last === null ? null : reportForm(last),
      }
    },
  )
}
