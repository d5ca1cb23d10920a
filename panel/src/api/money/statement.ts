// The statement: its lines, and the sums of a period.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { LineSchema, SummarySchema } from '#statement/wire.ts'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'

export type Line = Static<typeof LineSchema>
export type LineType = Line['type']
export type Summary = Static<typeof SummarySchema>

export interface PeriodQuestion extends Query {
  from?: string
  to?: string
  language: string
}

export interface LineQuestion extends PeriodQuestion {
  /** Several, with commas. */
  type?: string
  reference?: string
  cursor?: string
  limit?: number
}

export const statementKey = ['statement'] as const

/** The routes: the account's own, or the operator's for an account. */
export interface StatementRoutes {
  lines: string
  summary: string
}
export const OWN_STATEMENT: StatementRoutes = { lines: '/api/statement', summary: '/api/statement/summary' }

export const useLines = ({ lines }: StatementRoutes, question: LineQuestion) =>
  useQuery({
    queryKey: [...statementKey, lines, question],
    queryFn: ({ signal }) => call<Page<Line>>('GET', lines, { query: question, signal }),
    placeholderData: keepPreviousData,
  })

/** The sums of another period are none of this one: they do not stay until the next ones are there. */
export const useSummary = ({ summary }: StatementRoutes, question: PeriodQuestion) =>
  useQuery({
    queryKey: [...statementKey, summary, question],
    queryFn: ({ signal }) => call<Summary>('GET', summary, { query: question, signal }),
  })
