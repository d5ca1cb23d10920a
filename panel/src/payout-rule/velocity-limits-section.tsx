// The operator's velocity limits, where there are any.
import { Stack, Text } from '@mantine/core'
import type { PayoutRules } from '../api/account/payout-rules.ts'
import { Facts, Section } from '../ui/layout/section.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { ruleWords } from './words.ts'

export function VelocitySection({ rules: { outflow: velocity } }: { rules: PayoutRules }) {
  const t = useWords(ruleWords)
  const { most10MinutesCents, mostHourCents, timesUsual } = velocity
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
