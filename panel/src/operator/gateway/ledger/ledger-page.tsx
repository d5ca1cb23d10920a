// The trial balance of the gateway, and the result of the last check of its books.
import { List, Stack, Text } from '@mantine/core'
import { type Ledger, useLedger } from '../../../api/operator/gateway.ts'
import { ErrorState, LoadingBlock } from '../../../ui/feedback/states.tsx'
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { Moment } from '../../../ui/values/moment.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { useWords } from '../../../words/words.ts'
import { gatewayWords } from '../words.ts'
import { LedgerTabs } from './ledger-tabs.tsx'
import { SIDES, shownOf } from './sides.ts'

export function LedgerPage() {
  const t = useWords(gatewayWords)
  return (
    <>
      <PageHeader title={t('ledger.title')} description={t('ledger.description')} />
      <LedgerTabs />
      <Books />
    </>
  )
}

function Books() {
  const ledger = useLedger()
  if (ledger.isPending) return <LoadingBlock height={420} />
  if (ledger.isLoadingError) return <ErrorState error={ledger.error} retry={() => void ledger.refetch()} />
  const { trialBalance, examination } = ledger.data
  return (
    <Stack gap="lg">
      <TrialSection trial={trialBalance} />
      <ExaminationSection examination={examination} />
    </Stack>
  )
}

function TrialSection({ trial }: { trial: Ledger['trialBalance'] }) {
  const t = useWords(gatewayWords)
  return (
    <Section title={t('trial')}>
      <Facts
        facts={[
          { name: t('wallets'), value: <span className="figures">{trial.wallets}</span> },
          { name: t('entries'), value: <span className="figures">{trial.entries}</span> },
          ...SIDES.map(side => ({
            name: t(`sides.${side}`),
            value: <Money centavos={shownOf(side, Number(trial.sides[side] ?? 0))} />,
          })),
          { name: t('sum'), value: <Money centavos={shownOf('clearing', Number(trial.sum))} fw={700} /> },
        ]}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {t('sumHelp')}
      </Text>
    </Section>
  )
}

function ExaminationSection({ examination }: { examination: Ledger['examination'] }) {
  const t = useWords(gatewayWords)
  if (examination === null)
    return (
      <Section title={t('examination')}>
        <Text c="dimmed">{t('neverExamined')}</Text>
      </Section>
    )
  const { ok, findings, beganAt, accounts } = examination
  const badge = (
    <StatusBadge tone={ok ? 'good' : 'bad'}>{ok ? t('ok') : t('findings', { count: findings.length })}</StatusBadge>
  )
  return (
    <Section title={t('examination')} aside={badge}>
      <Facts
        facts={[
          { name: t('began'), value: <Moment at={beganAt} /> },
          { name: t('accounts'), value: <span className="figures">{accounts}</span> },
        ]}
      />
      {findings.length > 0 && (
        <List mt="md" spacing="xs" lang="en">
          {findings.map(({ sentence }) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
    </Section>
  )
}
