// Disputes as the operator sees and answers them.
import type { Static } from 'typebox'
import type { OperatorsDispute, OperatorsOne } from '#dispute/wire.ts'
import type { Query } from '../call.ts'
import { type Deed, inPath, useDeskOne, useDeskPage } from './desk.ts'

export type Dispute = Static<typeof OperatorsDispute>
export type DisputeWithSteps = Static<typeof OperatorsOne>

export const useDisputes = (question: Query, refetchMs?: number) =>
  useDeskPage<Dispute>('/api/admin/disputes', question, refetchMs)
export const useDispute = (id: string) => useDeskOne<DisputeWithSteps>(`/api/admin/disputes/${inPath(id)}`)

const about = (id: string, verb: string, body: object): Deed => ({
  method: 'POST',
  path: `/api/admin/disputes/${inPath(id)}/${verb}`,
  body,
})

export const defend = (id: string, justification: string): Deed => about(id, 'defence', { justification })
export const release = (id: string, reason: string): Deed => about(id, 'release', { reason })
/** `amount` null: all of it. */
export const forfeit = (id: string, amount: number | null, reason: string): Deed =>
  about(id, 'forfeit', { ...(amount !== null && { amount }), reason })

export interface OpenAsk {
  saleId: string
  kind: Dispute['kind']
  amount?: number
  reason: string
}
export const openDispute = (body: OpenAsk): Deed => ({ method: 'POST', path: '/api/admin/disputes', body })
