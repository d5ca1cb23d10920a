// What takes two operators: proposals, and holds by hand, which are proposed.
import type { Static } from 'typebox'
import type { OperatorsOrderSchema } from '#hold/wire.ts'
import type { ProposalSchema } from '#proposal/wire.ts'
import type { Query } from '../call.ts'
import { type Deed, useDeskPage } from './desk.ts'

export type Proposal = Static<typeof ProposalSchema>
export type HoldOrder = Static<typeof OperatorsOrderSchema>

export const useProposals = (question: Query, refetchMs?: number) =>
  useDeskPage<Proposal>('/api/admin/proposals', question, refetchMs)

export const decideProposal = (id: number, verb: string, reason: string): Deed => ({
  method: 'POST',
  path: `/api/admin/proposals/${id}/${verb}`,
  body: { reason },
})

export const useHoldOrders = (question: Query) => useDeskPage<HoldOrder>('/api/admin/hold-orders', question)

export interface PlaceAsk {
  reason: HoldOrder['reason']
  amount: number
  document?: string
  note: string
}
export const placeHold = (accountId: number, body: PlaceAsk): Deed => ({
  method: 'POST',
  path: `/api/admin/accounts/${accountId}/holds`,
  body,
})

/** `amount` null: all of it. */
export const endHold = (order: HoldOrder, verb: 'lift' | 'take', amount: number | null, reason: string): Deed => ({
  method: 'POST',
  path: `/api/admin/hold-orders/${order.accountId}/${order.id}/${verb}`,
  body: { ...(amount !== null && { amount }), reason },
})
