// The account's own rules, to be read by all its people and changed by its owners.
import { Alert, Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import type { PayoutRules } from '../api/account/payout-rules.ts'
import { Problem } from '../api/problem.ts'
import { useProblemText } from '../ui/feedback/problem-text.ts'
import { Unsaved } from '../ui/forms/unsaved.tsx'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { useWords } from '../words/words.ts'
import { CheckFields, RotateSecret } from './check-fields.tsx'
import { LockOutNote } from './lock-out-note.tsx'
import { wouldLockOut } from './rule-draft.ts'
import { AmountFields, EventFields, PayeeFields } from './rule-fields.tsx'
import classes from './rules.module.css'
import { useRulesForm } from './use-rules-form.ts'
import { ruleWords } from './words.ts'

export interface RulesFormProps {
  rules: PayoutRules
  isReading: boolean
  onSaved: (after: PayoutRules) => void
}

export function RulesForm({ rules, isReading, onSaved }: RulesFormProps) {
  const t = useWords(ruleWords)
  const { form, submit, isPending, error } = useRulesForm(rules, onSaved)
  const { changesAlone: accepts } = form.getValues()
  const isAlone = !isReading && wouldLockOut(form.getValues(), rules)
  const canRotate = rules.approvalUrl !== null && !isReading
  const list = (
    <LinkAnchor to="/saques/favorecidos" size="sm">
      {t('payees.list')}
    </LinkAnchor>
  )
  return (
    <form onSubmit={submit} noValidate>
      <Fieldset variant="unstyled" disabled={isReading} className={classes.whole}>
        <Stack gap="md">
          <div className={classes.parts}>
            <AmountFields form={form} />
            <PayeeFields form={form} list={list} />
            <EventFields form={form} />
            <CheckFields form={form} rotation={canRotate && <RotateSecret onChanged={onSaved} />} />
          </div>
          <Unsaved when={form.isDirty() && !isPending} />
          {(isAlone || rules.changesAlone) && <LockOutNote form={form} rules={rules} />}
          <SaveProblem error={error} />
          {!isReading && (
            <Group justify="flex-end">
              <Button type="submit" loading={isPending} disabled={!form.isDirty() || (isAlone && !accepts)}>
                {t('save')}
              </Button>
            </Group>
          )}
        </Stack>
      </Fieldset>
    </form>
  )
}

function SaveProblem({ error }: { error: unknown }) {
  const t = useWords(ruleWords)
  const problemText = useProblemText()
  if (error === null) return null
  const isForOperator = error instanceof Problem && error.code === 'CONFLICT'
  return (
    <Alert variant="default" color="red" role="alert">
      <Text>{isForOperator ? t('askOperator') : problemText(error)}</Text>
    </Alert>
  )
}
