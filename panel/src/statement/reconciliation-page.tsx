// A period: whether its sums add up, and how much of it the PSP's lists have confirmed. And the page of what is still to come.
import { Stack, Table, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type Reconciliation, useReconciliation } from '../api/money/reconciliation.ts'
import { Lost } from '../broken.tsx'
import { Agenda } from '../receivable/agenda.tsx'
import { receivableWords } from '../receivable/words.ts'
import { ErrorState, LoadingPage } from '../ui/feedback/states.tsx'
import { DayInput, FilterBar } from '../ui/filters/filter-bar.tsx'
import type { ChosenPeriod } from '../ui/filters/period.ts'
import { PeriodPresets } from '../ui/filters/period-presets.tsx'
import { useFilters } from '../ui/filters/use-filters.ts'
import { Section } from '../ui/layout/section.tsx'
import { Money } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { StatementHeader } from './frame.tsx'
import { PspSection } from './psp-section.tsx'
import { reconciliationWords } from './reconciliation-words.ts'
import { Sums, useSpanText } from './sums.tsx'
import { statementWords } from './words.ts'

const route = getRouteApi('/shell/extrato/$view')

export function BesidePage() {
  const { view } = route.useParams()
  if (view === 'agenda') return <AgendaPage />
  return view === 'conferencia' ? <ReconciliationPage /> : <Lost />
}

function ReconciliationPage() {
  const r = useWords(reconciliationWords)
  const { language } = useLanguage()
  const { from, to } = route.useSearch()
  const period = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  const { data, error, isPending, isLoadingError, refetch } = useReconciliation({ ...period, language })
  return (
    <>
      <StatementHeader title={r('title')} description={r('description')} period={period} />
      <PeriodFilters {...period} />
      <PeriodPresets period={period} />
      {isPending && <LoadingPage />}
      {isLoadingError && <ErrorState error={error} retry={() => void refetch()} />}
      {data !== undefined && <Whole reconciliation={data} period={period} />}
    </>
  )
}

function AgendaPage() {
  const t = useWords(receivableWords)
  return (
    <>
      <StatementHeader title={t('title')} description={t('description')} period={{}} />
      <Agenda />
    </>
  )
}

function PeriodFilters({ from, to }: ChosenPeriod) {
  const t = useWords(statementWords)
  const { set, clear } = useFilters()
  return (
    <FilterBar label={t('filters.label')} onClear={from !== undefined || to !== undefined ? clear : null}>
      <DayInput label={t('filters.from')} value={from ?? ''} onChange={day => set({ from: day })} />
      <DayInput label={t('filters.to')} value={to ?? ''} onChange={day => set({ to: day })} />
    </FilterBar>
  )
}

function Whole({ reconciliation, period }: { reconciliation: Reconciliation; period: ChosenPeriod }) {
  const t = useWords(statementWords)
  const span = useSpanText(period)
  return (
    <Stack gap="md">
      <Section title={t('sums.title')} aside={<Text c="dimmed">{span}</Text>}>
        <Sums summary={reconciliation} />
      </Section>
      <PspSection lists={reconciliation.psp} />
      <TypesSection reconciliation={reconciliation} />
    </Stack>
  )
}

function TypesSection({ reconciliation: { types, opening, closing } }: { reconciliation: Reconciliation }) {
  const r = useWords(reconciliationWords)
  if (types.length === 0)
    return (
      <Section title={r('byType')}>
        <Text c="dimmed">{r('noTypes')}</Text>
      </Section>
    )
  return (
    <Section title={r('byType')}>
      <Table.ScrollContainer minWidth={280} type="native">
        <Table horizontalSpacing={4}>
          <caption className="only-heard">{r('byTypeCaption')}</caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{r('type')}</Table.Th>
              <Table.Th scope="col" ta="right">
                {r('count')}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {r('amount')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {types.map(({ type, description, count, amount }) => (
              <Table.Tr key={type}>
                <Table.Td>{description}</Table.Td>
                <Table.Td ta="right" className="figures">
                  {count}
                </Table.Td>
                <Table.Td ta="right">
                  <Money centavos={amount} signed />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row" colSpan={2}>
                {r('total')}
              </Table.Th>
              <Table.Td ta="right">
                <Money centavos={closing.total - opening.total} signed fw={650} />
              </Table.Td>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}
