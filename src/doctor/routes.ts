// The operator's view of the ledger: the totals of the books, and the result of the last examination.
import type { Server } from '#http/server.ts'
import { toCentsText } from '#kernel/money.ts'
import { SIDES } from '#ledger/ledger.ts'
import type { Doctor } from './feature.ts'
import { reportForm } from './report.ts'
import { LedgerSchema } from './wire.ts'

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
