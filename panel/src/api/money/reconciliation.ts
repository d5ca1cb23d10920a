// A period as our books show it, and how much of it the lists of the PSPs have confirmed.
import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ListSchema } from '#reconciliation/seller/wire.ts'
import { call } from '../call.ts'
import type { PeriodQuestion, Summary } from './statement.ts'

/** Of the movements of one kind: `booked` is `matched` and `unmatched` and `waiting`. Amounts are centavos. */
export type ListStanding = Static<typeof ListSchema>

export type Reconciliation = Summary & { psp: ListStanding[] }

export const useReconciliation = (question: PeriodQuestion) =>
  useQuery({
    queryKey: ['reconciliation', question],
    queryFn: ({ signal }) => call<Reconciliation>('GET', '/api/reconciliation', { query: question, signal }),
  })
