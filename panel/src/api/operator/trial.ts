// The trial balance of the gateway by account, and the exact sums of one.
import type { Static } from 'typebox'
import type { ExactSchema, TrialRowSchema, TrialTotalsSchema } from '#doctor/trial-balance/wire.ts'
import type { Query } from '../call.ts'
import type { StatementRoutes } from '../money/statement.ts'
import type { Page } from '../page.ts'
import { useOperatorItem } from './operator.ts'

export type TrialRow = Static<typeof TrialRowSchema>
export type TrialTotals = Static<typeof TrialTotalsSchema>
export type Exact = Static<typeof ExactSchema>

export const TRIAL = '/api/admin/ledger/trial-balance'
export const useTrial = (question: Query, refetchMs?: number) =>
  useOperatorItem<Page<TrialRow> & { totals: TrialTotals }>(TRIAL, { query: question, refetchMs })
export const useExact = (accountId: number) => useOperatorItem<Exact>(`${TRIAL}/${accountId}`)

/** The routes of the statement of the suspense account. */
const PATH = '/api/admin/house/statement'
export const SUSPENSE_STATEMENT: StatementRoutes = { lines: PATH, summary: `${PATH}/summary` }
