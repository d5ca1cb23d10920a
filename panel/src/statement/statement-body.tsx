// The statement below its heading: filters, the sums of the period, and the lines. It is the seller's own, or the operator's
// view of it: they differ in the routes and in the links of a line.
import { Stack, Text } from '@mantine/core'
import { IconListDetails, IconSearchOff } from '@tabler/icons-react'
import { type StatementRoutes, type Summary, useLines, useSummary } from '../api/money/statement.ts'
import { EmptyState, ErrorState, LoadingBlock } from '../ui/feedback/states.tsx'
import { PeriodPresets } from '../ui/filters/period-presets.tsx'
import { Section } from '../ui/layout/section.tsx'
import { CursorTable } from '../ui/tables/cursor-table.tsx'
import { listWords } from '../ui/tables/list-words.ts'
import { Money } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { KIND_OF } from './kinds.ts'
import { LineCard, type LineTitle, useLineColumns } from './line-row.tsx'
import { isReference } from './reference.ts'
import type { LineKind, StatementSearch } from './search.ts'
import { StatementFilters } from './statement-filters.tsx'
import { Sums, useSpanText } from './sums.tsx'
import { useStatementQuestion } from './use-statement-question.ts'
import { statementWords } from './words.ts'

interface StatementBodyProps {
  routes: StatementRoutes
  search: StatementSearch
  /** The title of a line, with the link to its subject. */
  Title: LineTitle
}

export function StatementBody({ routes, search, Title }: StatementBodyProps) {
  const t = useWords(statementWords)
  const { kind, ref, from, to, cursor, limit } = search
  const { period, filters } = useStatementQuestion(search)
  const columns = useLineColumns(Title)
  const list = useLines(routes, {
    ...filters,
    ...(cursor !== undefined && { cursor }),
    ...(limit !== undefined && { limit }),
  })
  const isNarrowed = kind !== undefined || ref !== undefined
  return (
    <>
      <StatementFilters search={search} />
      <PeriodPresets period={period} />
      <Stack gap="md">
        <PeriodSums
          routes={routes}
          question={period}
          isNarrowed={isNarrowed}
          kind={ref === undefined ? kind : undefined}
        />
        {ref === undefined || isReference(ref) ? (
          <CursorTable
            caption={t('caption')}
            columns={columns}
            card={line => <LineCard line={line} Title={Title} />}
            rowKey={({ id }) => id}
            list={list}
            isWide
            empty={<NoLines isFiltered={isNarrowed || from !== undefined || to !== undefined} />}
          />
        ) : (
          <EmptyState icon={<IconSearchOff />} title={t('empty.badRefTitle')}>
            {t('empty.badRef')}
          </EmptyState>
        )}
      </Stack>
    </>
  )
}

interface PeriodSumsProps {
  routes: StatementRoutes
  question: Parameters<typeof useSummary>[1]
  isNarrowed: boolean
  /** Only for these the figures stand beside the sums of the period. */
  kind: LineKind | undefined
}

function PeriodSums({ routes, question, isNarrowed, kind }: PeriodSumsProps) {
  const t = useWords(statementWords)
  const span = useSpanText(question)
  const { data, error, isPending, isLoadingError, refetch } = useSummary(routes, question)
  if (isPending) return <LoadingBlock height={150} />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  return (
    <Section title={t('sums.title')} aside={<Text c="dimmed">{span}</Text>}>
      <Sums summary={data} />
      {isNarrowed && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('sums.ofAll')}
        </Text>
      )}
      {kind !== undefined && <KindSums kind={kind} types={data.types} />}
    </Section>
  )
}

/** The sum of the lines of one kind in the period. */
function KindSums({ kind, types }: { kind: LineKind; types: Summary['types'] }) {
  const t = useWords(statementWords)
  const lists = useWords(listWords)
  const { locale } = useLanguage()
  const own = types.filter(({ type }) => KIND_OF[type] === kind)
  const count = own.reduce((sum, one) => sum + one.count, 0)
  const amount = own.reduce((sum, one) => sum + one.amount, 0)
  const number = new Intl.NumberFormat(locale).format(count)
  return (
    <Text mt="sm">
      {t(`kinds.${kind}`)}: {lists('totals.exact', { count, number })}, <Money centavos={amount} signed fw={600} />
    </Text>
  )
}

function NoLines({ isFiltered }: { isFiltered: boolean }) {
  const t = useWords(statementWords)
  return isFiltered ? (
    <EmptyState icon={<IconSearchOff />} title={t('empty.foundTitle')}>
      {t('empty.found')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconListDetails />} title={t('empty.title')}>
      {t('empty.text')}
    </EmptyState>
  )
}
