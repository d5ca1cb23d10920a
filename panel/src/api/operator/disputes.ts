// Disputes as the operator sees and answers them.
import type { Static } from 'typebox'
import type { OperatorsDispute, OperatorsOne } from '#dispute/wire.ts'
import type { Query } from '../call.ts'
import { type Action, inPath, useOperatorItem, useOperatorPage } from './operator.ts'

export type Dispute = Static<typeof OperatorsDispute>
export type DisputeWithSteps = Static<typeof OperatorsOne>

export const useDisputes = (question: Query, refetchMs?: number) =>
  useOperatorPage<Dispute>('/api/admin/disputes', question, refetchMs)
export const useDispute = (id: string) => useOperatorItem<DisputeWithSteps>(`/api/admin/disputes/${inPath(id)}`)

const about = (id: string, verb: string, body: object): Action => ({
  method: 'POST',
  path: `/api/admin/disputes/${inPath(id)}/${verb}`,
  body,
})

export type Evidence = NonNullable<Dispute['defence']>['evidence'][number]
export const defend = (id: string, justification: string, evidence: Evidence[]): Action =>
  about(id, 'defence', { justification, ...(evidence.length > 0 && { evidence }) })
/** What no provider takes was handed in by other means; where, and when. */
export const recordHandedIn = (id: string, reason: string): Action => ({
  method: 'POST',
  path: `/api/admin/disputes/${inPath(id)}/defence/handed-in`,
  body: { reason },
})
export const release = (id: string, reason: string): Action => about(id, 'release', { reason })
/** `amount` null: all of it. */
export const forfeit = (id: string, amount: number | null, reason: string): Action =>
  about(id, 'forfeit', { ...(amount !== null && { amount }), reason })

export interface OpenRequest {
  saleId: string
  kind: Dispute['kind']
  amount?: number
  deadline?: string
  reason: string
}
export const openDispute = (body: OpenRequest): Action => ({ method: 'POST', path: '/api/admin/disputes', body })
