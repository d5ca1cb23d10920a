// The list of accounts.

import { getRouteApi } from '@tanstack/react-router'
import { useTotals } from '../../api/money/totals.ts'
import { type Account, useAccountCounts, useAccounts } from '../../api/operator/accounts.ts'
import { operatorKey } from '../../api/operator/operator.ts'
import { ChoiceFilter, FilterBar, SearchInput } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../ui/tables/list-totals.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { ACCOUNT_STATUSES } from '../filters.ts'
import { Nothing, RowCard } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { AccountStatus } from './account-status.tsx'
import { accountsWords } from './words.ts'

const route = getRouteApi('/shell/operacao/contas')

export function AccountsPage() {
  const t = useWords(accountsWords)
  const shared = useWords(operatorWords)
  const search = route.useSearch()
  const { set, clear } = useFilters()
  const { data: counts } = useAccountCounts()
  const totals = useTotals(operatorKey, '/api/admin/accounts/totals', search)
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <FilterBar
        label={shared('filters')}
        onClear={search.q === undefined && search.status === undefined ? null : clear}
      >
        <SearchInput
          label={t('search')}
          placeholder={t('searchHint')}
          value={search.q ?? ''}
          onSearch={q => set({ q })}
        />
        <ChoiceFilter
          label={shared('status')}
          any={shared('any')}
          value={search.status}
          options={ACCOUNT_STATUSES}
          name={status =>
            counts === undefined ? t(`status.${status}`) : `${t(`status.${status}`)} (${counts[status]})`
          }
          onPick={status => set({ status })}
        />
      </FilterBar>
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('caption')}
        columns={useColumns()}
        card={account => (
          <RowCard title={<NameLink account={account} />} end={<AccountStatus status={account.status} />}>
            {account.email} · {account.id}
          </RowCard>
        )}
        rowKey={account => account.id}
        list={useAccounts(search)}
        empty={<Nothing />}
      />
    </>
  )
}

const NameLink = ({ account }: { account: Account }) => (
  <RowLink to="/operacao/contas/$account" params={{ account: String(account.id) }}>
    {account.name}
  </RowLink>
)

function useColumns(): Column<Account>[] {
  const t = useWords(accountsWords)
  return [
    { id: 'name', header: t('columns.name'), cell: account => <NameLink account={account} /> },
    { id: 'id', header: t('columns.id'), isNumber: true, cell: ({ id }) => <span className="figures">{id}</span> },
    { id: 'status', header: t('columns.status'), cell: ({ status }) => <AccountStatus status={status} /> },
    {
      id: 'cashouts',
      header: t('columns.cashouts'),
      cell: ({ apiCashoutEnabled }) => t(apiCashoutEnabled ? 'on' : 'off'),
    },
    { id: 'created', header: t('columns.created'), cell: ({ createdAt }) => <Moment at={createdAt} form="day" /> },
  ]
}
