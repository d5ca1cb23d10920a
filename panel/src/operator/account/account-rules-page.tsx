// The rules by which cashouts of an account wait for approval: its own, which the operator may set as well, and the operator's
// velocity limits.
import { Button, Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApprovalChange, PayoutRules } from '../../api/account/payout-rules.ts'
import { changePayoutRules, usePayoutRules } from '../../api/operator/accounts.ts'
import { CheckFields } from '../../payout-rule/check-fields.tsx'
import { changeIn, NAMES } from '../../payout-rule/rule-draft.ts'
import { AmountFields, EventFields, PayeeFields } from '../../payout-rule/rule-fields.tsx'
import rulesClasses from '../../payout-rule/rules.module.css'
import { useRuleText } from '../../payout-rule/use-rule-text.ts'
import { useRulesDraft } from '../../payout-rule/use-rules-draft.ts'
import { ruleWords } from '../../payout-rule/words.ts'
import { ErrorState, LoadingBlock } from '../../ui/feedback/states.tsx'
import { Unsaved } from '../../ui/forms/unsaved.tsx'
import { Facts } from '../../ui/layout/section.tsx'
import { SecretDialog } from '../../ui/values/secret-dialog.tsx'
import { useWords } from '../../words/words.ts'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { AccountFrame } from './account-frame.tsx'
import { WaitingChange } from './pending-change.tsx'
import { VelocitySection } from './terms/velocity-limits-section.tsx'
import { accountsWords } from './words.ts'

const route = getRouteApi('/shell/operacao/contas/$account/regras')

export function AccountRulesPage() {
  const { account } = route.useParams()
  return <AccountFrame id={account}>{({ id }) => <Rules accountId={id} />}</AccountFrame>
}

function Rules({ accountId }: { accountId: number }) {
  const t = useWords(ruleWords)
  const [secret, setSecret] = useState<string | null>(null)
  const found = usePayoutRules(accountId)
  if (found.isPending) return <LoadingBlock height={480} />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const rules = found.data
  return (
    <Stack gap="lg">
      {rules.proposal !== undefined && <WaitingChange rules={rules} proposal={rules.proposal} />}
      <VelocitySection accountId={accountId} outflow={rules.outflow} />
      {/* What another person has changed meanwhile begins the form anew. */}
      <RulesForm key={JSON.stringify(rules)} accountId={accountId} rules={rules} onSecret={setSecret} />
      <SecretDialog secret={secret} text={t('secret')} onClose={() => setSecret(null)} />
    </Stack>
  )
}

interface RulesFormProps {
  accountId: number
  rules: PayoutRules
  /** It is shown this once. */
  onSecret: (secret: string | null) => void
}

function RulesForm({ accountId, rules, onSecret }: RulesFormProps) {
  const t = useWords(accountsWords)
  const form = useRulesDraft(rules)
  const [asked, setAsked] = useState<ApprovalChange | null>(null)
  const submit = form.onSubmit(draft => {
    const change = changeIn(draft, rules)
    if (Object.keys(change).length > 0) setAsked(change)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t('rulesText')}</Text>
        <div className={rulesClasses.parts}>
          <AmountFields form={form} />
          <PayeeFields form={form} />
          <EventFields form={form} />
          <CheckFields form={form} />
        </div>
        <Group justify="flex-end">
          <Button type="submit" disabled={!form.isDirty()}>
            {t('rulesSave')}
          </Button>
        </Group>
      </Stack>
      <Unsaved when={form.isDirty()} />
      {asked !== null && (
        <DecisionDialog
          title={t('rulesSave')}
          verb={t('change')}
          action={({ reason }) => changePayoutRules(accountId, { approval: asked }, reason)}
          message={t('changed')}
          onDone={after => onSecret((after as PayoutRules).approvalSecret ?? null)}
          onClose={() => setAsked(null)}
        >
          <Text>{t('rulesAsk')}</Text>
          <Changed change={asked} />
        </DecisionDialog>
      )}
    </form>
  )
}

function Changed({ change }: { change: ApprovalChange }) {
  const words = useWords(ruleWords)
  const textOf = useRuleText()
  const names = NAMES.filter(name => name in change)
  return (
    <Facts facts={names.map(name => ({ name: words(`fields.${name}`), value: textOf(name, change[name] ?? null) }))} />
  )
}
