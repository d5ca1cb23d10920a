// The list of sales.
import { Group, Stack, Text } from '@mantine/core'
import { IconQrcode, IconReceipt2, IconSearchOff } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OfferCharge } from '../../account/standing/stopped.tsx'
import { useIsFresh } from '../../api/fresh.ts'
import { type Sale, salesKey, useSales } from '../../api/money/sales.ts'
import { useTotals } from '../../api/money/totals.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { filtersIn } from '../../ui/filters/search.ts'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../ui/tables/list-totals.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { DownloadButton } from '../../ui/values/download-button.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { questionOf } from '../filters.ts'
import { MethodIcon } from '../shown/method-icon.tsx'
import { SaleStatusBadge } from '../shown/sale-status.tsx'
import { netOf } from '../status.ts'
import { AroundSales } from '../tabs.tsx'
import { SaleFilterBar } from './sale-filter-bar.tsx'
import { saleListWords } from './words.ts'

const route = getRouteApi('/shell/vendas')

export function SalesPage() {
  const t = useWords(saleListWords)
  const search = route.useSearch()
  const list = useSales(questionOf(search))
  const filters = filtersIn(search)
  const totals = useTotals(salesKey, '/api/sales/totals', questionOf(filters))
  const isFiltered = Object.keys(filters).length > 0
  const exporting = <DownloadButton path="/api/sales/export.csv" query={questionOf(filters)} label={t('export')} />
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={<Actions>{exporting}</Actions>} />
      <AroundSales />
      <SaleFilterBar />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('caption')}
        columns={useColumns()}
        card={sale => <SaleCard sale={sale} />}
        rowKey={sale => sale.id}
        list={list}
        empty={<NoSales isFiltered={isFiltered} />}
      />
    </>
  )
}

function Actions({ children }: { children: ReactNode }) {
  const t = useWords(saleListWords)
  return (
    <>
      {children}
      <OfferCharge>
        <LinkButton to="/vendas/nova" leftSection={<IconQrcode size={18} />}>
          {t('charge')}
        </LinkButton>
      </OfferCharge>
    </>
  )
}

function useColumns(): Column<Sale>[] {
  const t = useWords(saleListWords)
  return [
    { id: 'customer', header: t('columns.customer'), cell: sale => <SaleLink sale={sale} /> },
    { id: 'date', header: t('columns.date'), cell: sale => <Moment at={sale.date} /> },
    { id: 'method', header: t('columns.method'), cell: sale => <MethodIcon method={sale.paymentMethod} /> },
    { id: 'status', header: t('columns.status'), cell: sale => <SaleStatusBadge sale={sale} /> },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: sale => <Money centavos={sale.amount} /> },
    { id: 'net', header: t('columns.net'), isNumber: true, cell: sale => <Money centavos={netOf(sale)} /> },
  ]
}

const SaleLink = ({ sale }: { sale: Sale }) => (
  <>
    <RowLink to="/vendas/$sale" params={{ sale: sale.uuid }} isFresh={useIsFresh(sale.id)}>
      {sale.customer.name}
    </RowLink>
    <Contract sale={sale} />
  </>
)

function Contract({ sale: { contrato } }: { sale: Sale }) {
  const t = useWords(saleListWords)
  return contrato === undefined ? null : (
    <Text size="sm" c="dimmed">
      {t('contract', { contrato })}
    </Text>
  )
}

function SaleCard({ sale }: { sale: Sale }) {
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <SaleLink sale={sale} />
        </div>
        <Money centavos={sale.amount} fw={600} />
      </Group>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <MethodIcon method={sale.paymentMethod} />
          <SaleStatusBadge sale={sale} />
        </Group>
        <Text component="span" c="dimmed" size="sm">
          <Moment at={sale.date} />
        </Text>
      </Group>
    </Stack>
  )
}

function NoSales({ isFiltered }: { isFiltered: boolean }) {
  const t = useWords(saleListWords)
  return isFiltered ? (
    <EmptyState icon={<IconSearchOff />} title={t('empty.foundTitle')}>
      {t('empty.found')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconReceipt2 />} title={t('empty.title')} action={<Start />}>
      {t('empty.text')}
    </EmptyState>
  )
}

function Start() {
  const t = useWords(saleListWords)
  return (
    <IfMay route="POST /api/credentials">
      <LinkButton to="/integracoes/chaves">{t('empty.start')}</LinkButton>
    </IfMay>
  )
}
