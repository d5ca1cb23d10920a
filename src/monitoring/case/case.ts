// A case: what a rule has found in an account, for a person who decides what it is. Decisions are added and never changed. Pure.
import { DAY_MS } from '#kernel/time.ts'

export const CASE_STATES = ['OPEN', 'DISMISSED', 'REPORTED'] as const
export type CaseState = (typeof CASE_STATES)[number]

/** REPORTED: communicated to COAF. REOPENED: it is looked at once more. */
export const DECISIONS = ['DISMISSED', 'REPORTED', 'REOPENED'] as const
export type Decision = (typeof DECISIONS)[number]

/** The state behind each decision, and those in which it may be taken. */
export const NEXT: Record<Decision, { from: readonly CaseState[]; to: CaseState }> = {
  DISMISSED: { from: ['OPEN'], to: 'DISMISSED' },
  REPORTED: { from: ['OPEN'], to: 'REPORTED' },
  REOPENED: { from: ['DISMISSED', 'REPORTED'], to: 'OPEN' },
}

/** Circular 3.978 of the Banco Central, article 43: from the selection on. */
export const ANALYSIS_MS = 45 * DAY_MS

/** Whom the movements have in common beside the account; ACCOUNT: nobody. */
export const SUBJECT_KINDS = ['ACCOUNT', 'PIX_KEY', 'RECIPIENT', 'PAYER'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** Which of its limits the movements are above. */
export const EXCEEDED = ['COUNT', 'AMOUNT', 'USUAL', 'SHARE'] as const
export type Exceeded = (typeof EXCEEDED)[number]

export const DIRECTIONS = ['INCOMING', 'CASHOUT'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** What a movement is a movement of. */
export const REFERENCES = ['sale', 'receipt', 'cashout'] as const
export type Reference = (typeof REFERENCES)[number]

/** Kept of a case: the largest. */
export const MAX_EVIDENCE = 200
