// How it goes with the receivers of notifications of all accounts.
import type { Static } from 'typebox'
import type { ReceiverSchema, ReceiverTotalsSchema } from '#notification/receiver-wire.ts'
import type { Query } from '../call.ts'
import { useDeskOne, useDeskPage } from './desk.ts'

export type Receiver = Static<typeof ReceiverSchema>
export type ReceiverTotals = Static<typeof ReceiverTotalsSchema>

export const useReceivers = (question: Query, refetchMs?: number) =>
  useDeskPage<Receiver>('/api/admin/webhooks/health', question, refetchMs)
export const useReceiverTotals = (refetchMs?: number) =>
  useDeskOne<ReceiverTotals>('/api/admin/webhooks/totals', { refetchMs })
