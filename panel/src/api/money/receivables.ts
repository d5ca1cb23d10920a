// What is still to come of sales by boleto and card: part by part, and by day. It changes with the balance.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ReceivableSchema, SummarySchema } from '#receivable/wire.ts'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'
import { statementKey } from './statement.ts'

export type Receivable = Static<typeof ReceivableSchema>
export type AgendaMonth = Static<typeof SummarySchema>
export type AgendaDay = AgendaMonth['data'][number]

export interface AgendaQuestion extends Query {
  from: string
  to: string
  method?: string | undefined
}

export const useAgenda = (question: AgendaQuestion) =>
  useQuery({
    queryKey: [...statementKey, 'agenda', question],
    queryFn: ({ signal }) => call<AgendaMonth>('GET', '/api/account/receivables/summary', { query: question, signal }),
  })

export const useReceivables = (question: AgendaQuestion & { cursor?: string; limit?: number }) =>
  useQuery({
    queryKey: [...statementKey, 'receivables', question],
    queryFn: ({ signal }) => call<Page<Receivable>>('GET', '/api/account/receivables', { query: question, signal }),
    placeholderData: keepPreviousData,
  })
