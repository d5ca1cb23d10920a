// Monitoring against money laundering: the cases that the rules have opened, what was decided of them, and the rules.
import type { Static } from 'typebox'
import type { CaseSchema, CaseTotalsSchema, RuleSchema, WholeCaseSchema } from '#monitoring/wire.ts'
import type { Query } from '../../call.ts'
import { type Action, inPath, useOperatorItem, useOperatorPage } from '../operator.ts'

export type MonitoringCase = Static<typeof CaseSchema>
export type WholeCase = Static<typeof WholeCaseSchema>
export type CaseTotals = Static<typeof CaseTotalsSchema>
export type MonitoringRule = Static<typeof RuleSchema>
export type RuleParameter = MonitoringRule['parameters'][number]

const CASES = '/api/admin/monitoring/cases'
export const CASES_FILE = '/api/admin/monitoring/cases.csv'

export const useMonitoringCases = (question: Query) => useOperatorPage<MonitoringCase>(CASES, question)
export const useMonitoringTotals = (query: Query) =>
  useOperatorItem<CaseTotals>('/api/admin/monitoring/cases/totals', { query })
export const useMonitoringCase = (uuid: string) => useOperatorItem<WholeCase>(`${CASES}/${inPath(uuid)}`)

export interface CaseDecision {
  decision: WholeCase['decisions'][number]['decision']
  reason: string
  protocol?: string
}

export const decideMonitoringCase = (uuid: string, body: CaseDecision): Action => ({
  method: 'POST',
  path: `${CASES}/${inPath(uuid)}/decide`,
  body,
})

const RULES = '/api/admin/monitoring/rules'
export const useMonitoringRules = () => useOperatorItem<{ data: MonitoringRule[] }>(RULES)

export interface RuleChange {
  enabled?: boolean
  parameters?: Record<string, number | null>
}

export const changeMonitoringRule = (rule: string, change: RuleChange, reason: string): Action => ({
  method: 'PATCH',
  path: `${RULES}/${inPath(rule)}`,
  body: { ...change, reason },
})
