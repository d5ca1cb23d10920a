// How much may leave the gateway without approval: every cashout above it waits for the operator.
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { changeOperatorLimits, type OperatorLimits, useOperatorLimits } from '../../api/operator/accounts.ts'
import { ErrorState, LoadingBlock } from '../../ui/feedback/states.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { limitWords } from './limit-words.ts'

const LIMITS = ['most10MinutesCents', 'mostHourCents'] as const

export function LimitsPage() {
  const t = useWords(limitWords)
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Limits />
    </>
  )
}

function Limits() {
  const t = useWords(limitWords)
  const found = useOperatorLimits()
  if (found.isPending) return <LoadingBlock height={200} />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const limits = found.data
  const change = <Act label={t('change')} dialog={close => <LimitsDialog limits={limits} onClose={close} />} />
  return (
    <Section title={t('limits')} aside={change}>
      <Stack gap="md">
        <Facts
          facts={LIMITS.map(limit => ({
            name: t(`limit.${limit}`),
            value: limits[limit] === null ? t('none') : <Money centavos={limits[limit]} fw={600} />,
          }))}
        />
        <Text c="dimmed">
          {t('waiting')}{' '}
          <LinkAnchor to="/operacao/saques" underline="always" inherit>
            {t('toWaiting')}
          </LinkAnchor>
        </Text>
      </Stack>
    </Section>
  )
}

function LimitsDialog({ limits, onClose }: { limits: OperatorLimits; onClose: () => void }) {
  const t = useWords(limitWords)
  const [draft, setDraft] = useState(limits)
  const changed = Object.fromEntries(
    LIMITS.filter(limit => draft[limit] !== limits[limit]).map(limit => [limit, draft[limit]]),
  )
  return (
    <DecisionDialog
      title={t('change')}
      verb={t('changeVerb')}
      ready={Object.keys(changed).length > 0}
      dangerous={Object.values(changed).includes(null)}
      action={({ reason }) => changeOperatorLimits(changed, reason)}
      message={t('changed')}
      onClose={onClose}
    >
      <Text>{t('ask')}</Text>
      {LIMITS.map(limit => (
        <MoneyInput
          canBeZero
          key={limit}
          label={t(`limit.${limit}`)}
          value={draft[limit]}
          onChange={cents => setDraft({ ...draft, [limit]: cents })}
        />
      ))}
    </DecisionDialog>
  )
}
