// A change of the rules that people of the account have proposed, and that waits for others of them. The operator only sees it.
import { Group, Stack, Text } from '@mantine/core'
import type { PayoutRules } from '../../api/account/payout-rules.ts'
import { NAMES } from '../../payout-rule/rule-draft.ts'
import { useRuleText } from '../../payout-rule/use-rule-text.ts'
import { ruleWords } from '../../payout-rule/words.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'

interface WaitingChangeProps {
  rules: PayoutRules
  proposal: NonNullable<PayoutRules['proposal']>
}

export function WaitingChange({ rules, proposal }: WaitingChangeProps) {
  const t = useWords(ruleWords)
  const textOf = useRuleText()
  const { change, agreedBy, agreementsNeeded, proposedAt } = proposal
  const badge = (
    <StatusBadge tone="waiting">
      {t('proposal.count', { given: agreedBy.length, needed: agreementsNeeded })}
    </StatusBadge>
  )
  return (
    <Section title={t('proposal.title')} aside={badge}>
      <Facts
        facts={NAMES.filter(name => name in change).map(name => ({
          name: t(`fields.${name}`),
          value: (
            <Stack gap={0}>
              <Text>{t('proposal.to', { value: textOf(name, change[name] ?? null) })}</Text>
              <Text c="dimmed" size="sm">
                {t('proposal.from', { value: textOf(name, rules[name]) })}
              </Text>
            </Stack>
          ),
        }))}
      />
      <Group mt="sm">
        <Text size="sm" c="dimmed">
          <Moment at={proposedAt} />
        </Text>
      </Group>
    </Section>
  )
}
