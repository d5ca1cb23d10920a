// The rules being changed: only what a person has touched is sent, and what the gateway refuses stands beside its field.
import { type UseFormReturnType, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { type ApprovalChange, type PayoutRules, useChangeRules } from '../api/payout-rules.ts'
import { Problem } from '../api/problem.ts'
import { useWords } from '../words/words.ts'
import { BOUNDS, type BoundField, changeIn, draftOf, isAddress, isOutside, type RuleDraft } from './rule-draft.ts'
import { ruleWords } from './words.ts'

export type RulesFormState = UseFormReturnType<RuleDraft>

export function useRulesForm(rules: PayoutRules, onSaved: (after: PayoutRules) => void) {
  const t = useWords(ruleWords)
  const { mutate, isPending, error } = useChangeRules()
  const bounded = (name: BoundField) => (value: number | '') =>
    isOutside(name, value) ? t('invalid.number', { ...BOUNDS[name] }) : null
  const form = useForm<RuleDraft>({
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
  const send = (change: ApprovalChange) =>
    mutate(change, {
      onSuccess: after => {
        notifications.show({ message: t(after.proposal === undefined ? 'saved' : 'waits') })
        form.setInitialValues(draftOf(after))
        form.reset()
        onSaved(after)
      },
      onError: refused => {
        const about = aboutField(refused)
        if (about === 'approvalsNeeded') form.setFieldError(about, t('tooFewPeople'))
        if (about === 'approvalUrl') form.setFieldError(about, t('invalid.url'))
      },
    })
  const submit = form.onSubmit(draft => {
    const change = changeIn(draft, rules)
    if (Object.keys(change).length > 0) send(change)
    else notifications.show({ message: t('unchanged') })
  })
  return { form, submit, isPending, error: aboutField(error) === null ? error : null }
}

function aboutField(error: unknown): 'approvalsNeeded' | 'approvalUrl' | null {
  const field = error instanceof Problem ? error.field : null
  return field === 'approvalsNeeded' || field === 'approvalUrl' ? field : null
}
