// One comparison of a day, and the differences that it has found, counted.
import { Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type CountedRun, useRun } from '../../api/operator/reconciliation.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { dayText, Moment } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { BackLink, PspLink } from '../shared/parts.tsx'
import { PlainRows } from '../shared/plain-table.tsx'
import { operatorWords } from '../words.ts'
import { differenceWords } from './difference-words.ts'
import { CaseState, RunState } from './state.tsx'
import { reconciliationOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/comparacoes/$run')

export function RunPage() {
  const t = useWords(reconciliationOperatorWords)
  const { locale } = useLanguage()
  const found = useRun(route.useParams().run)
  if (found.isPending) return <LoadingPage />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const run = found.data
  return (
    <>
      <PageHeader title={t('run', { day: dayText(run.day, locale) })} above={<BackLink to="/operacao/comparacoes" />} />
      <Stack gap="lg">
        <RunSection run={run} />
        <CasesSection run={run} />
      </Stack>
    </>
  )
}

function RunSection({ run }: { run: CountedRun }) {
  const t = useWords(reconciliationOperatorWords)
  const shared = useWords(operatorWords)
  const { askedBy, askedByName, trouble, finishedAt } = run
  const figures = (count: number) => <span className="figures">{count}</span>
  return (
    <Section title={t('runFacts')} aside={<RunState state={run.state} />}>
      <Facts
        facts={[
          { name: shared('psp'), value: <PspLink id={run.pspAccountId} /> },
          { name: t('matched'), value: figures(run.matched) },
          { name: t('differences'), value: figures(run.differences) },
          { name: t('timesRead'), value: figures(run.run) },
          { name: t('askedBy'), value: askedByName ?? (askedBy === null ? t('theHouse') : <Code>{askedBy}</Code>) },
          trouble === null ? null : { name: t('trouble'), value: <span lang="en">{trouble}</span> },
          { name: t('startedAt'), value: <Moment at={run.startedAt} /> },
          finishedAt === null ? null : { name: t('finishedAt'), value: <Moment at={finishedAt} /> },
        ]}
      />
    </Section>
  )
}

type Counted = CountedRun['cases'][number]

function CasesSection({ run: { id, cases } }: { run: CountedRun }) {
  const t = useWords(reconciliationOperatorWords)
  const columns = useColumns()
  const toCases = (
    <LinkAnchor to="/operacao/conciliacao" search={{ reconciliationId: String(id) }}>
      {t('toCases')}
    </LinkAnchor>
  )
  return (
    <Section title={t('runCases')} aside={cases.length > 0 && toCases}>
      {cases.length === 0 ? (
        <Text c="dimmed">{t('noCases')}</Text>
      ) : (
        <PlainRows
          caption={t('runCases')}
          columns={columns}
          rowKey={({ kind, state }) => `${kind} ${state}`}
          rows={cases}
        />
      )}
    </Section>
  )
}

function useColumns(): Column<Counted>[] {
  const t = useWords(reconciliationOperatorWords)
  const difference = useWords(differenceWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'kind', header: t('columns.kind'), cell: ({ kind }) => difference(kind) },
    { id: 'state', header: shared('status'), cell: ({ state }) => <CaseState state={state} /> },
    {
      id: 'count',
      header: t('count'),
      isNumber: true,
      cell: ({ count }) => <span className="figures">{count}</span>,
    },
  ]
}
