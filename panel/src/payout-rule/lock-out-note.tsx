// Warns, before the rules are saved, that no approver would be left, and explains how the owner can undo that.
import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { useWords } from '../words/words.ts'
import type { RulesFormState } from './use-rules-draft.ts'
import { ruleWords } from './words.ts'

export function LockOutNote({ form, others }: { form: RulesFormState; others: number }) {
  const t = useWords(ruleWords)
  const needed = form.getValues().approvalsNeeded
  return (
    <Alert variant="default" color="ocre" role="alert" title={t('alone.title')}>
      <Stack gap="sm">
        <Text>{t('alone.text', { needed, others })}</Text>
        <LinkAnchor to="/equipe" size="sm">
          {t('alone.invite')}
        </LinkAnchor>
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
