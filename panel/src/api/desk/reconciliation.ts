// A PSP's lists against our books: days that were compared, differences, closed days, and whether the money is where it should be.
import type { Static } from 'typebox'
import type { CaseSchema, CoverageSchema, DaySchema, RunSchema } from '#reconciliation/wire.ts'
import type { Query } from '../call.ts'
import { type Deed, inPath, useDeskOne, useDeskPage } from './desk.ts'

export type Case = Static<typeof CaseSchema>
export type Run = Static<typeof RunSchema>
export type Day = Static<typeof DaySchema>
export type Coverage = Static<typeof CoverageSchema>

const CASES = '/api/admin/reconciliation-cases'
export const useCases = (question: Query, refetchMs?: number) => useDeskPage<Case>(CASES, question, refetchMs)
export const useCase = (uuid: string) => useDeskOne<Case>(`${CASES}/${inPath(uuid)}`)

export const explainCase = (uuid: string, reason: string): Deed => ({
  method: 'POST',
  path: `${CASES}/${inPath(uuid)}/explain`,
  body: { reason },
})

export const ownCase = (uuid: string, owner: string | null): Deed => ({
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
export const correctCase = (uuid: string, body: Correction): Deed => ({
  method: 'POST',
  path: `${CASES}/${inPath(uuid)}/correct`,
  body,
})

const RUNS = '/api/admin/reconciliations'
export const useRuns = (question: Query) => useDeskPage<Run>(RUNS, question)
export const askRun = (pspAccountId: number, day: string): Deed => ({
  method: 'POST',
  path: RUNS,
  body: { pspAccountId, day },
})

export const useDays = () => useDeskOne<{ data: Day[] }>('/api/admin/days')
/** `propose-close` and `reopen` take a second operator. */
export const moveDay = (day: string, verb: 'close' | 'propose-close' | 'reopen', reason: string): Deed => ({
  method: 'POST',
  path: `/api/admin/days/${inPath(day)}/${verb}`,
  body: { reason },
})

export const useCoverage = (refetchMs?: number) => useDeskOne<{ data: Coverage[] }>('/api/admin/coverage', refetchMs)
export const lookAtCoverage = (pspAccountId: number): Deed => ({
  method: 'POST',
  path: '/api/admin/coverage',
  body: { pspAccountId },
})
