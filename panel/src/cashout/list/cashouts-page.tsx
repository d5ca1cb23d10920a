// The list of cashouts.
import { IconArrowUpRight, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { OfferCashout } from '../../account/standing/stopped.tsx'
import { cashoutsKey, useCashouts } from '../../api/money/cashouts.ts'
import { useTotals } from '../../api/money/totals.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { filtersIn } from '../../ui/filters/search.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../ui/tables/list-totals.tsx'
import { DownloadButton } from '../../ui/values/download-button.tsx'
import { useWords } from '../../words/words.ts'
import { AroundCashouts } from '../tabs.tsx'
import { cashoutWords } from '../words.ts'
import { CashoutCard, useCashoutColumns } from './cashout-columns.tsx'
import { CashoutFilterBar } from './cashout-filter-bar.tsx'

const route = getRouteApi('/shell/saques')

export function CashoutsPage() {
  const t = useWords(cashoutWords)
  const search = route.useSearch()
  const filters = filtersIn(search)
  const totals = useTotals(cashoutsKey, '/api/withdrawals/totals', filters)
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <DownloadButton path="/api/withdrawals/export.csv" query={filters} label={t('export')} />
            <NewCashout />
          </>
        }
      />
      <AroundCashouts />
      <CashoutFilterBar />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('caption')}
        columns={useCashoutColumns()}
        card={cashout => <CashoutCard cashout={cashout} />}
        rowKey={cashout => cashout.id}
        list={useCashouts(search)}
        empty={<NoCashouts isFiltered={isFiltered} />}
      />
    </>
  )
}

function NewCashout() {
  const t = useWords(cashoutWords)
  return (
    <OfferCashout>
      <LinkButton to="/saques/novo" leftSection={<IconPlus size={18} />}>
        {t('new')}
      </LinkButton>
    </OfferCashout>
  )
}

function NoCashouts({ isFiltered }: { isFiltered: boolean }) {
  const t = useWords(cashoutWords)
  return isFiltered ? (
    <EmptyState icon={<IconSearchOff />} title={t('empty.foundTitle')}>
      {t('empty.found')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconArrowUpRight />} title={t('empty.title')} action={<NewCashout />}>
      {t('empty.text')}
    </EmptyState>
  )
}
