// One case: what the rule has found, its movements, and what was decided.
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMonitoringCase, type WholeCase } from '../../api/operator/monitoring/cases.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import type { Tone } from '../../ui/feedback/status-badge.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { Timeline } from '../../ui/layout/timeline.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { AccountLink, BackLink, Breaking } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { AnalysisDue, CaseState } from './case-parts.tsx'
import { DecideCase } from './decide-case.tsx'
import { EvidenceSection } from './evidence-section.tsx'
import { ParameterValue } from './parameter-value.tsx'
import { monitoringRuleWords } from './rule-words.ts'
import { monitoringWords } from './words.ts'

const route = getRouteApi('/shell/operacao/monitoramento/$monitoringCase')

export function MonitoringCasePage() {
  const t = useWords(monitoringWords)
  const asked = useMonitoringCase(route.useParams().monitoringCase)
  if (asked.isPending) return <LoadingPage />
  if (asked.isLoadingError) return <ErrorState error={asked.error} retry={() => void asked.refetch()} />
  const found = asked.data
  return (
    <>
      <PageHeader
        title={t('one', { rule: t(`rule.${found.rule}`) })}
        above={<BackLink to="/operacao/monitoramento" />}
        description={t('silence')}
        actions={<DecideCase found={found} />}
      />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <FoundSection found={found} />
          <DecisionsSection found={found} />
        </SimpleGrid>
        <EvidenceSection found={found} />
      </Stack>
    </>
  )
}

function FoundSection({ found }: { found: WholeCase }) {
  const t = useWords(monitoringWords)
  const rules = useWords(monitoringRuleWords)
  const shared = useWords(operatorWords)
  const { subject, subjectKind, subjectName, passed, usual } = found
  return (
    <Section title={t('facts')} aside={<CaseState state={found.state} />}>
      <Facts
        facts={[
          { name: shared('account'), value: <AccountLink id={found.accountId} name={found.accountName} /> },
          subject === null
            ? null
            : { name: t(`subject.${subjectKind}`), value: <Other subject={subject} name={subjectName} /> },
          { name: t('exceeded.name'), value: t(`exceeded.${found.exceeded}`) },
          { name: t(passed === null ? 'amount' : 'came'), value: <Money centavos={found.amount} fw={600} /> },
          passed === null ? null : { name: t('passed'), value: <Money centavos={passed} fw={600} /> },
          usual === null ? null : { name: t('usual'), value: <Money centavos={usual} /> },
          { name: t('movements'), value: <span className="figures">{found.movements}</span> },
          { name: t('from'), value: <Moment at={found.from} /> },
          { name: t('to'), value: <Moment at={found.to} /> },
          { name: t('opened'), value: <Moment at={found.openedAt} /> },
          found.state === 'OPEN' ? { name: t('due'), value: <AnalysisDue found={found} /> } : null,
        ]}
      />
      <Text fw={600} mt="md" mb="xs">
        {t('parametersThen')}
      </Text>
      <Facts
        facts={Object.entries(found.parameters).map(([name, value]) => ({
          name: rules(`parameter.${name}` as 'parameter.windowHours'),
          value: <ParameterValue name={name} value={value} />,
        }))}
      />
    </Section>
  )
}

function Other({ subject, name }: { subject: string; name: string | null }) {
  return (
    <>
      {name !== null && <div>{name}</div>}
      <Breaking>{subject}</Breaking>
    </>
  )
}

const TONES: Record<WholeCase['decisions'][number]['decision'], Tone> = {
  DISMISSED: 'quiet',
  REPORTED: 'good',
  REOPENED: 'attention',
}

function DecisionsSection({ found: { decisions } }: { found: WholeCase }) {
  const t = useWords(monitoringWords)
  return (
    <Section title={t('decisions')}>
      {decisions.length === 0 ? (
        <Text c="dimmed">{t('undecided')}</Text>
      ) : (
        <Timeline
          steps={decisions.map(({ decision, decidedAt, decidedBy, decidedByName, reason, protocol }) => ({
            key: decidedAt,
            title: t(`decision.${decision}`),
            at: decidedAt,
            tone: TONES[decision],
            detail: (
              <>
                <Text size="sm" c="dimmed">
                  {decidedByName === null ? <Code>{decidedBy}</Code> : t('by', { name: decidedByName })}
                </Text>
                <Text>{reason}</Text>
                {protocol !== null && <Text size="sm">{t('protocolIs', { protocol })}</Text>}
              </>
            ),
          }))}
        />
      )}
    </Section>
  )
}
