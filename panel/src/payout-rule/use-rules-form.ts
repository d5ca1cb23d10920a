// The form of the rules: only changed fields are sent, and a refusal of the gateway stands beside its field.
import { notifications } from '@mantine/notifications'
import { type ApprovalChange, type PayoutRules, useChangeRules } from '../api/account/payout-rules.ts'
import { useWords } from '../words/words.ts'
import { changeIn, draftOf } from './rule-draft.ts'
import { aboutField, useRulesDraft } from './use-rules-draft.ts'
import { ruleWords } from './words.ts'

export function useRulesForm(rules: PayoutRules, onSaved: (after: PayoutRules) => void) {
  const t = useWords(ruleWords)
  const { mutate, isPending, error } = useChangeRules()
  const form = useRulesDraft(rules)
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
