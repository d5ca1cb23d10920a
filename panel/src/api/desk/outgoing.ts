// Money that is on its way out of all accounts: cashouts and refunds that have begun and not ended.
import type { Static } from 'typebox'
import type { OutgoingSchema, OutgoingTotalsSchema } from '#outgoing/wire.ts'
import type { Query } from '../call.ts'
import { useDeskOne, useDeskPage } from './desk.ts'

export type Outgoing = Static<typeof OutgoingSchema>
export type OutgoingTotals = Static<typeof OutgoingTotalsSchema>

export const useOutgoing = (question: Query, refetchMs?: number) =>
  useDeskPage<Outgoing>('/api/admin/payouts', question, refetchMs)
export const useOutgoingTotals = (refetchMs?: number) =>
  useDeskOne<OutgoingTotals>('/api/admin/payouts/totals', { refetchMs })
