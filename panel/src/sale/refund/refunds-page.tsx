// The refunds of all sales. The actions on one are on the page of its sale.
import { Group, Stack, Text } from '@mantine/core'
import { IconReceiptRefund, IconSearchOff } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ListedRefund, refundsKey, useRefunds } from '../../api/money/refunds.ts'
import { useTotals } from '../../api/money/totals.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import { ListFilters } from '../../ui/filters/list-filters.tsx'
import { filtersIn } from '../../ui/filters/search.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../ui/tables/list-totals.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { DownloadButton } from '../../ui/values/download-button.tsx'
import { dayOf, dayText, Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { AroundSales } from '../tabs.tsx'
import { REFUND_STATES } from './filters.ts'
import { refundListWords } from './refund-list-words.ts'
import { useRefundFailureText } from './use-refund-failure-text.ts'

const route = getRouteApi('/shell/vendas/reembolsos')

export function RefundsPage() {
  const t = useWords(refundListWords)
  const search = route.useSearch()
  const filters = filtersIn(search)
  const totals = useTotals(refundsKey, '/api/refunds/totals', search)
  const exporting = <DownloadButton path="/api/refunds/export.csv" query={filters} label={t('export')} />
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={exporting} />
      <AroundSales />
      <Filters />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('caption')}
        columns={useColumns()}
        card={refund => <RefundCard refund={refund} />}
        rowKey={({ uuid }) => uuid}
        list={useRefunds(search)}
        empty={<NoRefunds isFiltered={Object.keys(filters).length > 0} />}
      />
    </>
  )
}

function Filters() {
  const t = useWords(refundListWords)
  const { q, status, from, to } = route.useSearch()
  return (
    <ListFilters
      search={{ field: 'q', label: t('filters.search'), hint: t('filters.searchHint'), value: q }}
      status={{ value: status, options: REFUND_STATES, name: name => t(`status.${name}`) }}
      from={from}
      to={to}
    />
  )
}

interface Of {
  refund: ListedRefund
}

function useColumns(): Column<ListedRefund>[] {
  const t = useWords(refundListWords)
  return [
    { id: 'customer', header: t('columns.customer'), cell: refund => <SaleLink refund={refund} /> },
    { id: 'date', header: t('columns.date'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { id: 'status', header: t('columns.status'), cell: refund => <RefundState refund={refund} /> },
    { id: 'reason', header: t('columns.reason'), cell: refund => <Reason refund={refund} /> },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
  ]
}

const SaleLink = ({ refund: { saleUuid, customerName } }: Of) => (
  <RowLink to="/vendas/$sale" params={{ sale: saleUuid }}>
    {customerName}
  </RowLink>
)

const TONES: Record<ListedRefund['status'], Tone> = { PENDING: 'waiting', COMPLETED: 'good', FAILED: 'bad' }

function RefundState({ refund: { status, waitsFor, expectedAt } }: Of) {
  const t = useWords(refundListWords)
  const { locale } = useLanguage()
  return (
    <>
      <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>
      {waitsFor !== undefined && expectedAt !== undefined && (
        <Text size="sm" c="dimmed">
          {t(`waitsFor.${waitsFor}`, { day: dayText(dayOf(new Date(expectedAt)), locale) })}
        </Text>
      )}
    </>
  )
}

/** The reason of the request, and, where it failed, the bank's reason. */
function Reason({ refund }: Of) {
  const t = useWords(refundListWords)
  const { reason, unasked, failure } = refund
  return (
    <>
      <span>{unasked ? t('unasked') : (reason ?? '–')}</span>
      {failure !== undefined && <Failure failure={failure} />}
    </>
  )
}

function Failure({ failure }: { failure: NonNullable<ListedRefund['failure']> }) {
  const { ofSeller } = useRefundFailureText()
  return (
    <Text size="sm" c="dimmed">
      {ofSeller(failure)}
    </Text>
  )
}

const RefundCard = ({ refund }: Of) => (
  <Stack gap={6}>
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <SaleLink refund={refund} />
      <Money centavos={refund.amount} fw={600} />
    </Group>
    <Group justify="space-between" gap={4}>
      <RefundState refund={refund} />
      <Text component="span" c="dimmed" size="sm">
        <Moment at={refund.createdAt} />
      </Text>
    </Group>
    {refund.failure !== undefined && <Failure failure={refund.failure} />}
  </Stack>
)

function NoRefunds({ isFiltered }: { isFiltered: boolean }) {
  const t = useWords(refundListWords)
  return isFiltered ? (
    <EmptyState icon={<IconSearchOff />} title={t('empty.foundTitle')}>
      {t('empty.found')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconReceiptRefund />} title={t('empty.title')}>
      {t('empty.text')}
    </EmptyState>
  )
}
