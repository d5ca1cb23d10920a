// What is stuck in recurring PIX, over all accounts.
import type { OperatorRecurrence } from '#recurrence/operator/detail.ts'
import type { StuckForm } from '#recurrence/operator/wire.ts'
import { type Action, useOperatorItem } from '../operator.ts'

export type Stuck = StuckForm
export type StuckDebit = StuckForm['unanswered'][number]
export type Unauthorized = StuckForm['unauthorized'][number]

const LOOK_EVERY_MS = 30_000

export const useStuckRecurrences = () =>
  useOperatorItem<Stuck>('/api/admin/recurrences/stuck', { refetchMs: LOOK_EVERY_MS })

export type { OperatorRecurrence }

export const useOperatorRecurrence = (uuid: string) =>
  useOperatorItem<OperatorRecurrence>(`/api/admin/recurrences/${uuid}`, { refetchMs: LOOK_EVERY_MS })

export const askPsp = (body: { accountId: number; txid: string } | { accountId: number; idRec: string }): Action => ({
  method: 'POST',
  path: '/api/admin/recurrences/ask',
  body,
})
