// The list of disputes of the account, with their clocks.
import { Group, Stack } from '@mantine/core'
import { IconGavel, IconSearchOff } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { disputesKey } from '../api/account/attention.ts'
import { type Dispute, useDisputes } from '../api/money/disputes.ts'
import { useTotals } from '../api/money/totals.ts'
import { EmptyState } from '../ui/feedback/states.tsx'
import { ChoiceFilter, FilterBar } from '../ui/filters/filter-bar.tsx'
import { useFilters } from '../ui/filters/use-filters.ts'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { CursorTable } from '../ui/tables/cursor-table.tsx'
import { ListTotals } from '../ui/tables/list-totals.tsx'
import { RowLink } from '../ui/tables/row-link.tsx'
import type { Column } from '../ui/tables/rows-table.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { Deadline } from './deadline.tsx'
import { DisputeStatusBadge, useDisputeName } from './dispute-status.tsx'
import { byDeadline } from './standing.ts'
import { DISPUTE_KINDS, DISPUTE_STATUSES } from './status.ts'
import { disputeWords } from './words.ts'

const route = getRouteApi('/shell/contestacoes')

export function DisputesPage() {
  const t = useWords(disputeWords)
  const search = route.useSearch()
  const { status, kind } = search
  const totals = useTotals(disputesKey, '/api/account/disputes/totals', search)
  const isFiltered = status !== undefined || kind !== undefined
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <DisputeFilters />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('caption')}
        columns={useColumns()}
        card={dispute => <DisputeCard dispute={dispute} />}
        rowKey={({ uuid }) => uuid}
        list={useList()}
        empty={
          <EmptyState
            icon={isFiltered ? <IconSearchOff /> : <IconGavel />}
            title={t(isFiltered ? 'empty.foundTitle' : 'empty.title')}
          >
            {t(isFiltered ? 'empty.found' : 'empty.text')}
          </EmptyState>
        }
      />
    </>
  )
}

/** The gateway lists the newest first. Among open disputes on one page the nearest deadline matters more. */
function useList() {
  const search = route.useSearch()
  const list = useDisputes(search)
  const isWhole = search.cursor === undefined && list.data?.nextCursor === null
  if (search.status !== 'OPEN' || list.data === undefined || !isWhole) return list
  return { ...list, data: { ...list.data, data: list.data.data.toSorted(byDeadline) } } as typeof list
}

function DisputeFilters() {
  const t = useWords(disputeWords)
  const { status, kind } = route.useSearch()
  const { set, clear } = useFilters()
  return (
    <FilterBar label={t('filters.label')} onClear={status === undefined && kind === undefined ? null : clear}>
      <ChoiceFilter
        label={t('filters.status')}
        any={t('filters.any')}
        value={status}
        options={DISPUTE_STATUSES}
        name={name => t(`status.${name}`)}
        onPick={picked => set({ status: picked })}
      />
      <ChoiceFilter
        label={t('filters.kind')}
        any={t('filters.anyKind')}
        value={kind}
        options={DISPUTE_KINDS}
        name={name => t(`kind.${name}`)}
        onPick={picked => set({ kind: picked })}
      />
    </FilterBar>
  )
}

function useColumns(): Column<Dispute>[] {
  const t = useWords(disputeWords)
  return [
    { id: 'what', header: t('columns.what'), cell: dispute => <DisputeLink dispute={dispute} /> },
    { id: 'status', header: t('columns.status'), cell: dispute => <DisputeStatusBadge dispute={dispute} /> },
    { id: 'deadline', header: t('columns.deadline'), cell: dispute => <OpenDeadline dispute={dispute} /> },
    {
      id: 'held',
      header: t('columns.held'),
      isNumber: true,
      cell: ({ heldAmount }) => <Money centavos={heldAmount} />,
    },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
  ]
}

/** A dispute that is answered or closed needs no deadline. */
const OpenDeadline = ({ dispute }: { dispute: Dispute }) =>
  dispute.status === 'OPEN' && dispute.acceptedAt === null ? <Deadline dispute={dispute} /> : <span>–</span>

function DisputeLink({ dispute }: { dispute: Dispute }) {
  const nameOf = useDisputeName()
  return (
    <RowLink to="/contestacoes/$dispute" params={{ dispute: dispute.uuid }}>
      {nameOf(dispute)}
    </RowLink>
  )
}

function DisputeCard({ dispute }: { dispute: Dispute }) {
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <DisputeLink dispute={dispute} />
        <Money centavos={dispute.amount} fw={600} />
      </Group>
      <Group gap="xs">
        <DisputeStatusBadge dispute={dispute} />
        {dispute.status === 'OPEN' && dispute.acceptedAt === null && <Deadline dispute={dispute} />}
      </Group>
    </Stack>
  )
}
