// How it goes with the receivers of notifications of all accounts.
import type { Static } from 'typebox'
import type { ReceiverSchema, ReceiverTotalsSchema } from '#notification/receivers/wire.ts'
import type { Query } from '../call.ts'
import { useOperatorItem, useOperatorPage } from './operator.ts'

export type Receiver = Static<typeof ReceiverSchema>
export type ReceiverTotals = Static<typeof ReceiverTotalsSchema>

export const useReceivers = (question: Query, refetchMs?: number) =>
  useOperatorPage<Receiver>('/api/admin/webhooks/health', question, refetchMs)
export const useReceiverTotals = (refetchMs?: number) =>
  useOperatorItem<ReceiverTotals>('/api/admin/webhooks/totals', { refetchMs })
