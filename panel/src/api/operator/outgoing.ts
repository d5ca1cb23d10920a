// Money that is on its way out of all accounts: cashouts and refunds that have begun and not ended.
import type { Static } from 'typebox'
import type { OutgoingSchema, OutgoingTotalsSchema } from '#outgoing/wire.ts'
import type { Query } from '../call.ts'
import { type Action, useOperatorItem, useOperatorPage } from './operator.ts'

export type Outgoing = Static<typeof OutgoingSchema>
export type OutgoingTotals = Static<typeof OutgoingTotalsSchema>

export const useOutgoing = (question: Query, refetchMs?: number) =>
  useOperatorPage<Outgoing>('/api/admin/payouts', question, refetchMs)
export const useOutgoingTotals = (refetchMs?: number) =>
  useOperatorItem<OutgoingTotals>('/api/admin/payouts/totals', { refetchMs })

/** Of a card: whether it went, where its answer was lost. */
export const decideRefund = (
  { accountId, id }: Pick<Outgoing, 'accountId' | 'id'>,
  outcome: string,
  reason: string,
): Action => ({
  method: 'POST',
  path: `/api/admin/refunds/${accountId}/${id}/outcome`,
  body: { outcome, reason },
})
