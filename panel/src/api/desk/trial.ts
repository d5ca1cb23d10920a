// The trial balance of the house by account, and the exact sums of one.
import type { Static } from 'typebox'
import type { ExactSchema, TrialRowSchema, TrialTotalsSchema } from '#doctor/trial-wire.ts'
import type { Query } from '../call.ts'
import type { Page } from '../page.ts'
import type { StatementDoors } from '../statement.ts'
import { useDeskOne } from './desk.ts'

export type TrialRow = Static<typeof TrialRowSchema>
export type TrialTotals = Static<typeof TrialTotalsSchema>
export type Exact = Static<typeof ExactSchema>

export const TRIAL = '/api/admin/ledger/trial-balance'
export const useTrial = (question: Query, refetchMs?: number) =>
  useDeskOne<Page<TrialRow> & { totals: TrialTotals }>(TRIAL, { query: question, refetchMs })
export const useExact = (accountId: number) => useDeskOne<Exact>(`${TRIAL}/${accountId}`)

/** The doors to the house's own statement. */
const HOUSE = '/api/admin/house/statement'
export const HOUSE_STATEMENT: StatementDoors = { lines: HOUSE, summary: `${HOUSE}/summary` }
