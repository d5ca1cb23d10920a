// One anomaly: both facts side by side, and the decisions that are possible.
import { SimpleGrid, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type Anomaly, useAnomaly } from '../../api/operator/cashouts.ts'
import { CASHOUT_STATUS_NAMES } from '../../cashout/status.ts'
import { cashoutWords } from '../../cashout/words.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { Known } from '../shared/known-values.tsx'
import { AccountLink, BackLink, Reais } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { AnomalyState } from './anomaly-state.tsx'
import { anomalyWords } from './anomaly-words.ts'
import { Decide } from './decide-anomaly.tsx'
import { cashoutOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/anomalias/$anomaly')

export function AnomalyPage() {
  const t = useWords(cashoutOperatorWords)
  const anomalyKind = useWords(anomalyWords)
  const found = useAnomaly(route.useParams().anomaly)
  if (found.isPending) return <LoadingPage />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const anomaly = found.data
  return (
    <>
      <PageHeader
        title={anomalyKind(anomaly.kind)}
        above={<BackLink to="/operacao/anomalias" />}
        actions={<Decide anomaly={anomaly} />}
      />
      <Stack gap="lg">
        <SubjectSection anomaly={anomaly} />
        {anomaly.decision !== undefined && <VerdictSection anomaly={anomaly} />}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Section title={t('ours')}>
            <Known of={anomaly.ours} />
          </Section>
          <Section title={t('theirs')}>
            <Known of={anomaly.theirs} />
          </Section>
        </SimpleGrid>
        {anomaly.toldSince !== undefined && (
          <Section title={t('since')}>
            <Known of={anomaly.toldSince} />
          </Section>
        )}
      </Stack>
    </>
  )
}

function SubjectSection({ anomaly }: { anomaly: Anomaly }) {
  const t = useWords(cashoutOperatorWords)
  const shared = useWords(operatorWords)
  const { subject } = anomaly
  return (
    <Section title={t('subject')} aside={<AnomalyState anomaly={anomaly} />}>
      <Facts
        facts={[
          { name: shared('account'), value: <AccountLink id={anomaly.accountId} /> },
          { name: t('subject'), value: <CashoutLink uuid={subject.uuid} /> },
          { name: shared('status'), value: <SubjectStatus status={subject.status} /> },
          { name: t('columns.amount'), value: <Reais text={subject.amount} /> },
          { name: t('columns.net'), value: <Reais text={subject.netAmount} /> },
          { name: shared('created'), value: <Moment at={anomaly.createdAt} /> },
        ]}
      />
    </Section>
  )
}

const CashoutLink = ({ uuid }: { uuid: string }) => (
  <LinkAnchor to="/operacao/saques/$cashout" params={{ cashout: uuid }} underline="always" inherit>
    <Code>{uuid}</Code>
  </LinkAnchor>
)

function SubjectStatus({ status }: Pick<Anomaly['subject'], 'status'>) {
  const t = useWords(cashoutWords)
  const known = CASHOUT_STATUS_NAMES.find(one => one === status)
  return known === undefined ? <Code>{status}</Code> : t(`status.${known}`)
}

function VerdictSection({ anomaly }: { anomaly: Anomaly }) {
  const t = useWords(cashoutOperatorWords)
  const shared = useWords(operatorWords)
  const { decision, reason, decidedBy, decidedByName, decidedAt } = anomaly
  if (decision === undefined) return null
  return (
    <Section title={t('verdict')}>
      <Facts
        facts={[
          { name: shared('choice'), value: t(`decision.${decision}`) },
          { name: shared('reason'), value: reason },
          { name: t('by'), value: decidedByName ?? <Code>{decidedBy ?? ''}</Code> },
          { name: shared('created'), value: <Moment at={decidedAt ?? null} /> },
        ]}
      />
    </Section>
  )
}
