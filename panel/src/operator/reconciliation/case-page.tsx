// One difference with both facts, and its actions.
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type Case, useCase } from '../../api/operator/reconciliation.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { dayText, Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { AccountLink, BackLink, PspLink } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { CaseActions } from './case-actions.tsx'
import { differenceWords } from './difference-words.ts'
import { CaseState } from './state.tsx'
import { reconciliationOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/conciliacao/$case')

export function CasePage() {
  const t = useWords(reconciliationOperatorWords)
  const difference = useWords(differenceWords)
  const asked = useCase(route.useParams().case)
  if (asked.isPending) return <LoadingPage />
  if (asked.isLoadingError) return <ErrorState error={asked.error} retry={() => void asked.refetch()} />
  const found = asked.data
  return (
    <>
      <PageHeader
        title={difference(found.kind)}
        above={<BackLink to="/operacao/conciliacao" />}
        actions={found.state === 'OPEN' && <CaseActions found={found} />}
      />
      <Stack gap="lg">
        <WholeSection found={found} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Section title={t('ours')}>
            <SideOfCase side={found.ours} />
          </Section>
          <Section title={t('theirs')}>
            <SideOfCase side={found.theirs} />
          </Section>
        </SimpleGrid>
      </Stack>
    </>
  )
}

function SideOfCase({ side }: { side: Case['ours'] }) {
  const t = useWords(reconciliationOperatorWords)
  const shared = useWords(operatorWords)
  if (side === null) return <Text c="dimmed">{t('absent')}</Text>
  return (
    <Facts
      facts={[
        { name: shared('amount'), value: <Money centavos={side.amount} /> },
        { name: shared('status'), value: t(`moved.${side.state}`) },
        side.name === undefined ? null : { name: t('entry'), value: <Code>{side.name}</Code> },
      ]}
    />
  )
}

const RunLink = ({ id }: { id: number }) => (
  <LinkAnchor
    to="/operacao/comparacoes/$run"
    params={{ run: String(id) }}
    className="figures"
    underline="always"
    inherit
  >
    {id}
  </LinkAnchor>
)

const CaseLink = ({ uuid }: { uuid: string }) => (
  <LinkAnchor to="/operacao/conciliacao/$case" params={{ case: uuid }} underline="always" inherit>
    <Code>{uuid}</Code>
  </LinkAnchor>
)

function WholeSection({ found }: { found: Case }) {
  const t = useWords(reconciliationOperatorWords)
  const shared = useWords(operatorWords)
  const { locale } = useLanguage()
  return (
    <Section title={t('columns.kind')} aside={<CaseState state={found.state} />}>
      <Facts
        facts={[
          { name: t('columns.difference'), value: <Money centavos={found.difference} signed /> },
          { name: t('columns.day'), value: <span className="figures">{dayText(found.day, locale)}</span> },
          { name: t('columns.list'), value: t(`listed.${found.list}`) },
          { name: t('entry'), value: <Code>{found.entryId}</Code> },
          { name: shared('account'), value: <AccountLink id={found.accountId} /> },
          { name: shared('psp'), value: <PspLink id={found.pspAccountId} /> },
          { name: t('foundBy'), value: <RunLink id={found.reconciliationId} /> },
          {
            name: t('owner'),
            value: found.ownerName ?? (found.owner === null ? t('nobody') : <Code>{found.owner}</Code>),
          },
          found.reason === null ? null : { name: shared('reason'), value: found.reason },
          found.counterpart === null ? null : { name: t('counterpart'), value: <CaseLink uuid={found.counterpart} /> },
          found.closedBy === null
            ? null
            : { name: t('answeredBy'), value: found.closedByName ?? <Code>{found.closedBy}</Code> },
          found.closedAt === null ? null : { name: t('answeredAt'), value: <Moment at={found.closedAt} /> },
          { name: shared('created'), value: <Moment at={found.createdAt} /> },
          { name: t('foundAt'), value: <Moment at={found.foundAt} /> },
        ]}
      />
    </Section>
  )
}
