// Differences between a provider's lists and our books.
import { getRouteApi } from '@tanstack/react-router'
import { useTotals } from '../../api/money/totals.ts'
import { operatorKey } from '../../api/operator/operator.ts'
import { type Case, useCases } from '../../api/operator/reconciliation.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../ui/tables/list-totals.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { CASE_STATES } from '../filters.ts'
import { AccountFilters, NumberFilter, ofAccounts } from '../shared/account-filters.tsx'
import { RowCards } from '../shared/list-page.tsx'
import { AccountName, Nothing } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { differenceWords } from './difference-words.ts'
import { ReconciliationTabs } from './reconciliation-tabs.tsx'
import { CaseState } from './state.tsx'
import { reconciliationOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/conciliacao')

export function CasesPage() {
  const t = useWords(reconciliationOperatorWords)
  const search = route.useSearch()
  const columns = useColumns()
  const question = ofAccounts(search, 'accountId')
  const totals = useTotals(operatorKey, '/api/admin/reconciliation-cases/totals', question)
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <ReconciliationTabs />
      <Filters />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('title')}
        columns={columns}
        card={found => <RowCards columns={columns} row={found} />}
        rowKey={({ uuid }) => uuid}
        list={useCases(question)}
        empty={<Nothing isGood={search.state === 'OPEN'} />}
      />
    </>
  )
}

function Filters() {
  const t = useWords(reconciliationOperatorWords)
  const { state, accountId, reconciliationId } = route.useSearch()
  return (
    <AccountFilters
      account={{ field: 'accountId', value: accountId }}
      choice={{ field: 'state', value: state, options: CASE_STATES, name: name => t(`state.${name}`) }}
      isNarrowed={reconciliationId !== undefined}
    >
      <NumberFilter field="reconciliationId" label={t('foundBy')} example="1" value={reconciliationId} />
    </AccountFilters>
  )
}

const whose = ({ accountId, accountName }: Case) => <AccountName id={accountId} name={accountName} />

function useColumns(): Column<Case>[] {
  const t = useWords(reconciliationOperatorWords)
  const difference = useWords(differenceWords)
  const shared = useWords(operatorWords)
  const { locale } = useLanguage()
  return [
    {
      id: 'kind',
      header: t('columns.kind'),
      cell: ({ uuid, kind }) => (
        <RowLink to="/operacao/conciliacao/$case" params={{ case: uuid }}>
          {difference(kind)}
        </RowLink>
      ),
    },
    { id: 'state', header: shared('status'), cell: ({ state }) => <CaseState state={state} /> },
    { id: 'day', header: t('columns.day'), cell: ({ day }) => <span className="figures">{dayText(day, locale)}</span> },
    { id: 'list', header: t('columns.list'), cell: ({ list }) => t(`listed.${list}`) },
    { id: 'account', header: shared('account'), cell: whose },
    {
      id: 'difference',
      header: t('columns.difference'),
      isNumber: true,
      cell: ({ difference }) => <Money centavos={difference} signed />,
    },
  ]
}
