// The operator's settings of the account, each with a sentence about its effect. Read-only.
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Account } from '../../api/access/session.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { rateText } from '../../ui/forms/rate.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { settingsWords } from './words.ts'

const SWITCHES = [
  'apiCashoutEnabled',
  'houseApiCashoutEnabled',
  'transferAllowed',
  'acceptsLatePayment',
  'returnsFeeOnRefund',
  'postbackSecretSet',
] as const

export function OperatorSettingsSection({ account }: { account: Account }) {
  const t = useWords(settingsWords)
  const { locale } = useLanguage()
  const { basisPoints, days } = account.reserve
  return (
    <Section title={t('house.title')}>
      <Stack gap="md">
        <Text c="dimmed">{t('house.text')}</Text>
        {SWITCHES.map(name => (
          <Rule key={name} name={t(`house.${name}`)} help={t(`house.${name}Help`)}>
            <StatusBadge tone={account[name] ? 'good' : 'quiet'}>{t(account[name] ? 'on' : 'off')}</StatusBadge>
          </Rule>
        ))}
        <Rule name={t('house.unexpected')} help={t('house.unexpectedHelp')}>
          <StatusBadge tone="quiet">{t(`house.unexpectedNames.${account.unexpectedReceipts}`)}</StatusBadge>
        </Rule>
        <Rule
          name={t('house.reserve')}
          help={
            basisPoints === 0
              ? t('house.reserveNone')
              : t('house.reserveText', { rate: rateText(basisPoints, locale), days })
          }
        />
      </Stack>
    </Section>
  )
}

function Rule({ name, help, children }: { name: string; help: string; children?: ReactNode }) {
  return (
    <div>
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <Text fw={600}>{name}</Text>
        {children}
      </Group>
      <Text size="sm" c="dimmed">
        {help}
      </Text>
    </div>
  )
}
