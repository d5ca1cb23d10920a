// Whether the gateway is in recovery: how far the PSPs' lists were read again, what waits meanwhile, and all earlier
// recoveries.
import { Alert, Group, List, Stack, Text } from '@mantine/core'
import { type Recovery, useRecovery } from '../../api/operator/gateway.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { Breaking, PspLink } from '../shared/parts.tsx'
import { PlainRows } from '../shared/plain-table.tsx'
import { operatorWords } from '../words.ts'
import { EnterRecovery } from './enter-recovery.tsx'
import { ResumeGateway } from './resume-gateway.tsx'
import { recoveryWords } from './words.ts'

const LOOK_EVERY_MS = 5_000

export function RecoveryPage() {
  const t = useWords(recoveryWords)
  const found = useRecovery(LOOK_EVERY_MS)
  if (found.isPending) return <LoadingPage />
  const recovery = found.data
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={recovery !== undefined && <Ways recovery={recovery} />}
      />
      {recovery === undefined ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : (
        <Stack gap="lg">
          <Standing recovery={recovery} />
          {recovery.active && <Sweeps sweeps={recovery.sweeps} />}
          <LogSection log={recovery.log} />
        </Stack>
      )}
    </>
  )
}

const Ways = ({ recovery }: { recovery: Recovery }) => (
  <Group gap="sm">
    {recovery.active && <ResumeGateway recovery={recovery} />}
    <EnterRecovery isActive={recovery.active} />
  </Group>
)

function Standing({ recovery }: { recovery: Recovery }) {
  const t = useWords(recoveryWords)
  const { active, since, reason, recoverFrom, parked: waiting } = recovery
  if (!active)
    return (
      <Section title={t('standing')} aside={<StatusBadge tone="good">{t('quiet')}</StatusBadge>}>
        <Text>{t('quietText')}</Text>
      </Section>
    )
  return (
    <Section title={t('standing')} aside={<StatusBadge tone="bad">{t('active')}</StatusBadge>}>
      <Stack gap="md">
        <Alert variant="default" color="red">
          {t('activeText')}
        </Alert>
        <Facts
          facts={[
            { name: t('since'), value: <Moment at={since} /> },
            { name: t('reason'), value: <span lang="en">{reason}</span> },
            { name: t('from'), value: <Moment at={recoverFrom} /> },
            { name: t('parkedCashouts'), value: <span className="figures">{waiting.cashouts}</span> },
            { name: t('parkedRefunds'), value: <span className="figures">{waiting.refunds}</span> },
            { name: t('parkedDeliveries'), value: <span className="figures">{waiting.deliveries}</span> },
          ]}
        />
      </Stack>
    </Section>
  )
}

type Sweep = Recovery['sweeps'][number]

function Sweeps({ sweeps }: { sweeps: Sweep[] }) {
  const t = useWords(recoveryWords)
  const shared = useWords(operatorWords)
  const columns: Column<Sweep>[] = [
    { id: 'name', header: shared('psp'), cell: ({ name, pspAccountId: id }) => <PspName name={name} id={id} /> },
    { id: 'list', header: t('list'), cell: ({ list }) => t(`lists.${list}`) },
    {
      id: 'done',
      header: shared('status'),
      cell: ({ done }) => <StatusBadge tone={done ? 'good' : 'waiting'}>{t(done ? 'read' : 'reading')}</StatusBadge>,
    },
    { id: 'to', header: t('readTo'), cell: ({ sweptTo }) => <Moment at={sweptTo} /> },
    {
      id: 'trouble',
      header: t('trouble'),
      cell: ({ trouble }) => (trouble === null ? '–' : <span lang="en">{trouble}</span>),
    },
  ]
  return (
    <Section title={t('sweeps')}>
      <PlainRows
        caption={t('sweeps')}
        columns={columns}
        rowKey={({ pspAccountId, list }) => `${pspAccountId} ${list}`}
        rows={sweeps}
      />
    </Section>
  )
}

const PspName = ({ name, id }: { name: string; id: number }) => <PspLink id={id}>{name}</PspLink>

function LogSection({ log }: { log: Recovery['log'] }) {
  const t = useWords(recoveryWords)
  return (
    <Section title={t('log')}>
      {log.length === 0 ? (
        <Text c="dimmed">{t('never')}</Text>
      ) : (
        <List spacing="sm" listStyleType="none">
          {log.map(entry => (
            <List.Item key={entry.enteredAt}>
              <Moment at={entry.enteredAt} /> – {entry.resumedAt === null ? t('now') : <Moment at={entry.resumedAt} />}
              <Text size="sm" c="dimmed" lang="en">
                <Breaking>{[entry.reason, entry.resumeReason].filter(one => one !== null).join(' · ')}</Breaking>
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  )
}
