// The list of cashouts.
import { IconArrowUpRight, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { cashoutsKey, useCashouts } from '../api/cashouts.ts'
import { useTotals } from '../api/totals.ts'
import { OfferCashout } from '../standing/stopped.tsx'
import { CursorTable } from '../ui/cursor-table.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { LinkButton } from '../ui/links.tsx'
import { ListTotals } from '../ui/list-totals.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { filtersIn } from '../ui/search.ts'
import { EmptyState } from '../ui/states.tsx'
import { useWords } from '../words/words.ts'
import { AroundCashouts } from './around.tsx'
import { CashoutCard, useCashoutColumns } from './cashout-columns.tsx'
import { CashoutFilterBar } from './cashout-filter-bar.tsx'
import { cashoutsRoute } from './route.ts'
import { cashoutWords } from './words.ts'

export function CashoutsPage() {
  const t = useWords(cashoutWords)
  const search = cashoutsRoute.useSearch()
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
