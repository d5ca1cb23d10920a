// What is stuck in recurring PIX, as the operator reads it.
import { type Static, Type } from 'typebox'
import { orNull } from '#http/schema.ts'
import { toCentsNumber } from '#kernel/money.ts'
import type { LiveOfPsp, MissedCause, StuckDebit, UnauthorizedPayment } from './store.ts'

const DebitSchema = Type.Object({
  accountId: Type.Integer(),
  txid: Type.String(),
  idRec: orNull(Type.String()),
  contrato: Type.String(),
  ciclo: Type.Integer(),
  status: Type.String(),
  pspAccountId: Type.Integer(),
  dataDeVencimento: Type.String({ format: 'date' }),
  amount: orNull(Type.Number({ description: 'Cents' })),
  updatedAt: Type.String({ format: 'date-time' }),
})

export const StuckSchema = Type.Object({
  unanswered: Type.Array(DebitSchema),
  withoutEnd: Type.Array(DebitSchema),
  unauthorized: Type.Array(
    Type.Object({
      accountId: Type.Integer(),
      uuid: Type.String(),
      idRec: orNull(Type.String()),
      contrato: Type.String(),
      pspAccountId: Type.Integer(),
      date: Type.String({ format: 'date-time' }),
    }),
  ),
  moneyOfEnded: Type.Integer({ description: 'Payments for debits that have ended, which wait for a person' }),
  missed: Type.Array(Type.Object({ cause: Type.String(), count: Type.Integer() })),
  live: Type.Array(
    Type.Object({ pspAccountId: Type.Integer(), name: Type.String(), count: Type.Integer(), isOff: Type.Boolean() }),
  ),
})

export type StuckForm = Static<typeof StuckSchema>

export interface Stuck {
  unanswered: StuckDebit[]
  withoutEnd: StuckDebit[]
  unauthorized: UnauthorizedPayment[]
  moneyOfEnded: number
  missed: MissedCause[]
  live: LiveOfPsp[]
}

export const stuckForm = ({ unanswered, withoutEnd, unauthorized, ...counts }: Stuck): StuckForm => ({
  unanswered: unanswered.map(debitForm),
  withoutEnd: withoutEnd.map(debitForm),
  unauthorized: unauthorized.map(({ createdAt, ...rest }) => ({ ...rest, date: createdAt.toISOString() })),
  ...counts,
})

const debitForm = ({ cycle, dueOn, amount, updatedAt, ...rest }: StuckDebit) => ({
  ...rest,
  ciclo: cycle,
  dataDeVencimento: dueOn,
  amount: amount === null ? null : toCentsNumber(amount),
  updatedAt: updatedAt.toISOString(),
})
