// The list of recurrences.
import { Box, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconRepeat, IconSearchOff } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTotals } from '../api/money/totals.ts'
import { recurrencesKey } from '../api/recurrence/keys.ts'
import { type Recurrence, useRecurrences } from '../api/recurrence/recurrences.ts'
import { EmptyState } from '../ui/feedback/states.tsx'
import { ListFilters } from '../ui/filters/list-filters.tsx'
import { filtersIn } from '../ui/filters/search.ts'
import { IfMay } from '../ui/layout/if-may.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { LinkButton } from '../ui/navigation/links.tsx'
import { CursorTable } from '../ui/tables/cursor-table.tsx'
import { ListTotals } from '../ui/tables/list-totals.tsx'
import { RowLink } from '../ui/tables/row-link.tsx'
import type { Column } from '../ui/tables/rows-table.tsx'
import { useWords } from '../words/words.ts'
import { AroundRecurrences } from './around.tsx'
import { RecurrenceStatusBadges, useNextText, usePriceText } from './recurrence-parts.tsx'
import { JOURNEYS, RECURRENCE_STATUSES } from './status.ts'
import { recurrenceWords } from './words.ts'

const route = getRouteApi('/shell/recorrencias')

export function RecurrencesPage() {
  const t = useWords(recurrenceWords)
  const search = route.useSearch()
  const isFiltered = Object.keys(filtersIn(search)).length > 0
  const totals = useTotals(recurrencesKey, '/api/recurrences/totals', search)
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={<NewRecurrence />} />
      <AroundRecurrences />
      <Filters />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('caption')}
        columns={useColumns()}
        card={recurrence => <RecurrenceCard recurrence={recurrence} />}
        rowKey={({ uuid }) => uuid}
        list={useRecurrences(search)}
        empty={<NoRecurrences isFiltered={isFiltered} />}
      />
    </>
  )
}

function NewRecurrence() {
  const t = useWords(recurrenceWords)
  return (
    <IfMay route="POST /api/recurrences">
      <LinkButton to="/recorrencias/nova" leftSection={<IconPlus size={18} />}>
        {t('create')}
      </LinkButton>
    </IfMay>
  )
}

function Filters() {
  const t = useWords(recurrenceWords)
  const { status, jornada, contrato, from, to } = route.useSearch()
  return (
    <ListFilters
      search={{
        field: 'contrato',
        label: t('filters.contract'),
        hint: t('filters.contractHint'),
        value: contrato,
      }}
      status={{ value: status, options: RECURRENCE_STATUSES, name: name => t(`status.${name}`) }}
      more={{
        field: 'jornada',
        label: t('filters.journey'),
        value: jornada === undefined ? undefined : (`${jornada}` as const),
        options: JOURNEYS.map(journey => `${journey}` as const),
        name: name => t(`journey.name${name}`),
      }}
      from={from}
      to={to}
    />
  )
}

function useColumns(): Column<Recurrence>[] {
  const t = useWords(recurrenceWords)
  const [price, next] = [usePriceText(), useNextText()]
  const figures = (text: string) => <span className="figures">{text}</span>
  return [
    { id: 'contract', header: t('columns.contract'), cell: one => <ContractLink recurrence={one} /> },
    { id: 'customer', header: t('columns.customer'), cell: one => one.customer.name },
    { id: 'status', header: t('columns.status'), cell: one => <RecurrenceStatusBadges recurrence={one} /> },
    { id: 'next', header: t('columns.next'), cell: one => figures(next(one)) },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: one => figures(price(one)) },
  ]
}

const ContractLink = ({ recurrence }: { recurrence: Recurrence }) => (
  <Box component="span" style={{ overflowWrap: 'anywhere', minWidth: 'min(100%, 9rem)', display: 'inline-block' }}>
    <RowLink to="/recorrencias/$recurrence" params={{ recurrence: recurrence.uuid }}>
      {recurrence.contrato}
    </RowLink>
  </Box>
)

function RecurrenceCard({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(recurrenceWords)
  const [price, next] = [usePriceText(), useNextText()]
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <ContractLink recurrence={recurrence} />
        <Text component="span" fw={600} className="figures" style={{ whiteSpace: 'normal' }}>
          {price(recurrence)}
        </Text>
      </Group>
      <Text component="span" size="sm">
        {recurrence.customer.name}
      </Text>
      <Group justify="space-between" gap="xs">
        <RecurrenceStatusBadges recurrence={recurrence} />
        {recurrence.proximaCobranca !== null && (
          <Text component="span" c="dimmed" size="sm">
            {t('columns.next')}: {next(recurrence)}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

function NoRecurrences({ isFiltered }: { isFiltered: boolean }) {
  const t = useWords(recurrenceWords)
  return isFiltered ? (
    <EmptyState icon={<IconSearchOff />} title={t('empty.foundTitle')}>
      {t('empty.found')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconRepeat />} title={t('empty.title')} action={<NewRecurrence />}>
      {t('empty.text')}
    </EmptyState>
  )
}
