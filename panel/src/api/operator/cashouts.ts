// Cashouts that need the operator: held back by a limit, or contradicted by the PSP.
import type { Static } from 'typebox'
import type { AnomalySchema } from '#cashout/anomaly/wire.ts'
import type { HeldBackSchema } from '#cashout/approval/wire.ts'
import type { OperatorCashoutSchema } from '#cashout/operator/wire.ts'
import type { Query } from '../call.ts'
import { type Action, inPath, useOperatorItem, useOperatorPage } from './operator.ts'

export type HeldBack = Static<typeof HeldBackSchema>
export type Cashout = Static<typeof OperatorCashoutSchema>
export type Anomaly = Static<typeof AnomalySchema>

export const useApprovals = (question: Query, refetchMs?: number) =>
  useOperatorPage<HeldBack>('/api/admin/approvals', question, refetchMs)

export const vote = (uuid: string, verb: 'approve' | 'reject', reason: string): Action => ({
  method: 'POST',
  path: `/api/admin/approvals/${inPath(uuid)}/${verb}`,
  body: { reason },
})

/** One of any account. */
export const useCashout = (uuid: string, refetchMs?: number) =>
  useOperatorItem<Cashout>(`/api/admin/cashouts/${inPath(uuid)}`, { refetchMs })

/** One that is on its way is tried now. */
export const retryCashout = (uuid: string): Action => ({
  method: 'POST',
  path: `/api/admin/cashouts/${inPath(uuid)}/retry`,
})

export const useAnomalies = (question: Query, refetchMs?: number) =>
  useOperatorPage<Anomaly>('/api/admin/anomalies', question, refetchMs)
export const useAnomaly = (uuid: string) => useOperatorItem<Anomaly>(`/api/admin/anomalies/${inPath(uuid)}`)

export const decideAnomaly = (uuid: string, decision: string, reason: string): Action => ({
  method: 'POST',
  path: `/api/admin/anomalies/${inPath(uuid)}/decide`,
  body: { decision, reason },
})
