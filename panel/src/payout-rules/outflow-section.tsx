// The operator's limits of what leaves by itself, where there are any.
import { Stack, Text } from '@mantine/core'
import type { PayoutRules } from '../api/payout-rules.ts'
import { Money } from '../ui/money.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { useWords } from '../words/words.ts'
import { ruleWords } from './words.ts'

export function OutflowSection({ rules: { outflow } }: { rules: PayoutRules }) {
  const t = useWords(ruleWords)
  const { most10MinutesCents, mostHourCents, timesUsual } = outflow
  if ([most10MinutesCents, mostHourCents, timesUsual].every(limit => limit === null)) return null
  const limit = (name: string, centavos: number | null) =>
    centavos === null ? null : { name, value: <Money centavos={centavos} /> }
  return (
    <Section title={t('outflow.title')}>
      <Stack gap="sm">
        <Text c="dimmed">{t('outflow.text')}</Text>
        <Facts
          facts={[
            limit(t('outflow.minutes'), most10MinutesCents),
            limit(t('outflow.hour'), mostHourCents),
            timesUsual === null ? null : { name: t('outflow.usual'), value: t('outflow.times', { times: timesUsual }) },
          ]}
        />
      </Stack>
    </Section>
  )
}
