// The statement: what changed the balance and what it was after each change.
import { Stack, Text } from '@mantine/core'
import { IconListDetails, IconSearchOff } from '@tabler/icons-react'
import { useLines, useSummary } from '../api/statement.ts'
import { CursorTable } from '../ui/cursor-table.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { Section } from '../ui/section.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../ui/states.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { StatementHeader } from './frame.tsx'
import { typesOf } from './kinds.ts'
import { LineCard, useLineColumns } from './line-row.tsx'
import { PeriodPresets } from './period-presets.tsx'
import { isReference, referenceQuery } from './reference.ts'
import { statementRoute } from './route.ts'
import { StatementFilters } from './statement-filters.tsx'
import { Sums, useSpanText } from './sums.tsx'
import { statementWords } from './words.ts'

export function StatementPage() {
  const t = useWords(statementWords)
  const { language } = useLanguage()
  const { from, to, kind, ref, cursor } = statementRoute.useSearch()
  const period = { ...(from !== undefined && { from }), ...(to !== undefined && { to }), language }
  const columns = useLineColumns()
  const isKnownRef = ref === undefined || isReference(ref)
  const filters = {
    ...period,
    ...(kind !== undefined && { type: typesOf(kind) }),
    ...(ref !== undefined && isKnownRef && referenceQuery(ref)),
  }
  const list = useLines({ ...filters, ...(cursor !== undefined && { cursor }) })
  const isNarrowed = kind !== undefined || ref !== undefined
  const { language: _, ...exported } = filters
  return (
    <>
      <StatementHeader
        title={t('title')}
        description={t('description')}
        period={period}
        actions={<DownloadButton path="/api/statement/export.csv" query={exported} label={t('export')} />}
      />
      <StatementFilters />
      <PeriodPresets period={period} />
      <Stack gap="md">
        <PeriodSums question={period} isNarrowed={isNarrowed} />
        {isKnownRef ? (
          <CursorTable
            caption={t('caption')}
            columns={columns}
            card={line => <LineCard line={line} />}
            rowKey={({ id }) => id}
            list={list}
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
  question: Parameters<typeof useSummary>[0]
  isNarrowed: boolean
}

function PeriodSums({ question, isNarrowed }: PeriodSumsProps) {
  const t = useWords(statementWords)
  const span = useSpanText(question)
  const { data, error, isPending, refetch } = useSummary(question)
  if (isPending) return <LoadingBlock height={150} />
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  return (
    <Section title={t('sums.title')} aside={<Text c="dimmed">{span}</Text>}>
      <Sums summary={data} />
      {isNarrowed && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('sums.ofAll')}
        </Text>
      )}
    </Section>
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
