// Warns, before the rules are saved, that no approver would be left, and explains how the owner can undo that. Where there are enough people,
// what the owner has accepted stays to be seen, and to be taken back.
import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import type { PayoutRules } from '../api/account/payout-rules.ts'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { useWords } from '../words/words.ts'
import { hasTooFew } from './rule-draft.ts'
import type { RulesFormState } from './use-rules-draft.ts'
import { ruleWords } from './words.ts'

export function LockOutNote({ form, rules }: { form: RulesFormState; rules: PayoutRules }) {
  const t = useWords(ruleWords)
  const isShort = hasTooFew(form.getValues(), rules)
  const needed = form.getValues().approvalsNeeded
  const others = rules.others ?? 0
  return (
    <Alert
      variant="default"
      color="ocre"
      role={isShort ? 'alert' : 'note'}
      title={t(isShort ? 'alone.title' : 'alone.enoughTitle')}
    >
      <Stack gap="sm">
        {isShort && <TooFew needed={needed} others={others} />}
        {!isShort && needed !== '' && others >= needed && <Text>{t('alone.enough')}</Text>}
        <Checkbox
          label={t('alone.accept')}
          description={t('alone.acceptHelp')}
          key={form.key('changesAlone')}
          {...form.getInputProps('changesAlone', { type: 'checkbox' })}
        />
      </Stack>
    </Alert>
  )
}

function TooFew({ needed, others }: { needed: number | ''; others: number }) {
  const t = useWords(ruleWords)
  return (
    <>
      <Text>{t('alone.text', { needed, others })}</Text>
      <LinkAnchor to="/equipe" size="sm">
        {t('alone.invite')}
      </LinkAnchor>
    </>
  )
}
