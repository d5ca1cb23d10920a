// The rules as a form: a person's changes, validated before any request. The callers decide which route gets them.
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { PayoutRules } from '../api/account/payout-rules.ts'
import { Problem } from '../api/problem.ts'
import { useWords } from '../words/words.ts'
import { BOUNDS, type BoundField, draftOf, isAddress, isOutside, type RuleDraft } from './rule-draft.ts'
import { ruleWords } from './words.ts'

export type RulesFormState = UseFormReturnType<RuleDraft>

export function useRulesDraft(rules: PayoutRules): RulesFormState {
  const t = useWords(ruleWords)
  const bounded = (name: BoundField) => (value: number | '') =>
    isOutside(name, value) ? t('invalid.number', { ...BOUNDS[name] }) : null
  return useForm<RuleDraft>({
    mode: 'controlled',
    initialValues: draftOf(rules),
    validate: {
      approvalsNeeded: bounded('approvalsNeeded'),
      waitHours: bounded('waitHours'),
      coolingHours: bounded('coolingHours'),
      newKeyHours: bounded('newKeyHours'),
      approvalUrl: address => (isAddress(address) ? null : t('invalid.url')),
    },
  })
}

/** The field that a refusal is about, where it has a sentence of its own. */
export function aboutField(error: unknown): 'approvalsNeeded' | 'approvalUrl' | null {
  const field = error instanceof Problem ? error.field?.replace(/^approval\./, '') : null
  return field === 'approvalsNeeded' || field === 'approvalUrl' ? field : null
}
