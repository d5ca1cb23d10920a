// Proposals, and manual holds, which are proposed too.
import type { Static } from 'typebox'
import type { OperatorsOrderSchema } from '#hold/wire.ts'
import type { ProposalSchema } from '#proposal/wire.ts'
import type { Query } from '../call.ts'
import { type Action, inPath, useOperatorItem, useOperatorPage } from './operator.ts'

export type Proposal = Static<typeof ProposalSchema>
export type HoldOrder = Static<typeof OperatorsOrderSchema>

export const useProposals = (question: Query, refetchMs?: number) =>
  useOperatorPage<Proposal>('/api/admin/proposals', question, refetchMs)

export const useProposal = (id: string) => useOperatorItem<Proposal>(`/api/admin/proposals/${inPath(id)}`)

export type ProposalVerb = 'confirm' | 'reject' | 'withdraw'
export const decideProposal = (id: number, verb: ProposalVerb, reason: string): Action => ({
  method: 'POST',
  path: `/api/admin/proposals/${id}/${verb}`,
  body: { reason },
})

export const useHoldOrders = (question: Query) => useOperatorPage<HoldOrder>('/api/admin/hold-orders', question)

export const useHoldOrder = (accountId: string, id: string) =>
  useOperatorItem<HoldOrder>(`/api/admin/hold-orders/${inPath(accountId)}/${inPath(id)}`)

export interface PlaceRequest {
  reason: HoldOrder['reason']
  amount: number
  document?: string
  /** When it is free by itself. */
  releaseAt?: string
  note: string
}
export const placeHold = (accountId: number, body: PlaceRequest): Action => ({
  method: 'POST',
  path: `/api/admin/accounts/${accountId}/holds`,
  body,
})

export interface EndRequest {
  /** Absent: all of it. */
  amount?: number
  /** Of a seizure: the PSP account that pays it out, where it is not the account's own. */
  pspAccountId?: number
  reason: string
}
export const endHold = ({ accountId, id }: HoldOrder, verb: 'lift' | 'take', body: EndRequest): Action => ({
  method: 'POST',
  path: `/api/admin/hold-orders/${accountId}/${id}/${verb}`,
  body,
})
