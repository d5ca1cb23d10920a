// Alerts about cases of monitoring against money laundering.
import type { AlertDefinition } from './definition.ts'

interface CaseParams {
  accountId: number
  /** Its uuid. */
  case: string
  rule: string
}

export const MONITORING_ALERTS = {
  MONITORING_CASE_WAITING: {
    severity: 'warning',
    subject: 'account',
    message: (_: CaseParams) => 'movements of an account have to be looked at for money laundering',
    whatToDo:
      'Look at the case’s movements and decide it, with the reason, within 45 days. Tell nobody of the account. The alert ends with the decision.',
  },
  MONITORING_CASE_OVERDUE: {
    severity: 'critical',
    subject: 'account',
    message: (_: CaseParams & { analysisDueAt: Date }) => 'the analysis of a monitoring case is overdue',
    whatToDo:
      'The 45 days in which the Central Bank wants a decision are over: decide the case now. Raised once; it ends with the decision.',
  },
} as const satisfies Record<string, AlertDefinition>
