// A PSP's lists against our books: days that were compared, differences, closed days, and whether the money is where it should be.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  CaseSchema,
  CountedRun as CountedRunSchema,
  CoverageSchema,
  DaySchema,
  FigureSchema,
  RunSchema,
} from '#reconciliation/wire.ts'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'
import { type Action, inPath, operatorKey, useOperatorItem, useOperatorPage } from './operator.ts'

export type Case = Static<typeof CaseSchema>
export type Run = Static<typeof RunSchema>
export type Day = Static<typeof DaySchema>
export type Coverage = Static<typeof CoverageSchema>

const CASES = '/api/admin/reconciliation-cases'
export const useCases = (question: Query, refetchMs?: number) => useOperatorPage<Case>(CASES, question, refetchMs)
export const useCase = (uuid: string) => useOperatorItem<Case>(`${CASES}/${inPath(uuid)}`)

export const explainCase = (uuid: string, reason: string): Action => ({
  method: 'POST',
  path: `${CASES}/${inPath(uuid)}/explain`,
  body: { reason },
})

export const ownCase = (uuid: string, owner: string | null): Action => ({
  method: 'PATCH',
  path: `${CASES}/${inPath(uuid)}`,
  body: { owner },
})

export const CORRECTION_SIDES = ['CREDIT', 'DEBIT', 'GAIN', 'LOSS'] as const
export interface Correction {
  accountId: number
  side: (typeof CORRECTION_SIDES)[number]
  amount: number
  reason: string
}
export const correctCase = (uuid: string, body: Correction): Action => ({
  method: 'POST',
  path: `${CASES}/${inPath(uuid)}/correct`,
  body,
})

const RUNS = '/api/admin/reconciliations'
export const useRuns = (question: Query) => useOperatorPage<Run>(RUNS, question)
export const requestRun = (pspAccountId: number, day: string): Action => ({
  method: 'POST',
  path: RUNS,
  body: { pspAccountId, day },
})

export type CountedRun = Static<typeof CountedRunSchema>
export const useRun = (id: string) => useOperatorItem<CountedRun>(`${RUNS}/${inPath(id)}`)

const DAYS = '/api/admin/days'
const DAYS_A_PAGE = 20

/** The gateway pages by the day before which to go on. */
export const useDays = (before: string | undefined) =>
  useQuery({
    queryKey: [...operatorKey, DAYS, before],
    queryFn: ({ signal }) => call<{ data: Day[] }>('GET', DAYS, { query: { limit: DAYS_A_PAGE, before }, signal }),
    select: ({ data }) => ({ data, nextCursor: data.length < DAYS_A_PAGE ? null : (data.at(-1)?.day ?? null) }),
    placeholderData: keepPreviousData,
  })

export type DayWithAccounts = Day & { accounts: Figure[] }
export type Figure = Static<typeof FigureSchema>
const ACCOUNTS_A_PAGE = 50

const dayQuery = (day: string, after: string | undefined) =>
  queryOptions({
    queryKey: [...operatorKey, DAYS, day, after],
    queryFn: ({ signal }) =>
      call<DayWithAccounts>('GET', `/api/admin/days/${inPath(day)}`, {
        query: { limit: ACCOUNTS_A_PAGE, after },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** The day, and a page of the accounts that moved on it: those after an account. One question for both. */
export const useDay = (day: string, after: string | undefined) => useQuery(dayQuery(day, after))
export const useDayFigures = (day: string, after: string | undefined) =>
  useQuery({ ...dayQuery(day, after), select: figuresPage })

const figuresPage = ({ accounts }: DayWithAccounts): Page<Figure> => ({
  data: accounts,
  nextCursor: accounts.length < ACCOUNTS_A_PAGE ? null : String(accounts.at(-1)?.accountId),
})

/** `propose-close` and `reopen` take a second operator. */
export const moveDay = (day: string, verb: 'close' | 'propose-close' | 'reopen', reason: string): Action => ({
  method: 'POST',
  path: `/api/admin/days/${inPath(day)}/${verb}`,
  body: { reason },
})

export const useCoverage = (refetchMs?: number) =>
  useOperatorItem<{ data: Coverage[] }>('/api/admin/coverage', { refetchMs })
export const lookAtCoverage = (pspAccountId: number): Action => ({
  method: 'POST',
  path: '/api/admin/coverage',
  body: { pspAccountId },
})
