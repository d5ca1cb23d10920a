// Differences between a provider's lists and our books.
import { type Case, useCases } from '../../api/desk/reconciliation.ts'
import { CursorTable } from '../../ui/cursor-table.tsx'
import { dayText } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { AccountFilters, NumberFilter, ofAccounts } from '../account-filters.tsx'
import { RowCards } from '../list-page.tsx'
import { AccountName, Nothing } from '../parts.tsx'
import { CASE_STATES, casesRoute } from '../route.ts'
import { deskWords } from '../words.ts'
import { ReconciliationTabs } from './reconciliation-tabs.tsx'
import { reconciliationDeskWords } from './words.ts'

export function CasesPage() {
  const t = useWords(reconciliationDeskWords)
  const search = casesRoute.useSearch()
  const columns = useColumns()
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <ReconciliationTabs />
      <Filters />
      <CursorTable
        caption={t('title')}
        columns={columns}
        card={found => <RowCards columns={columns} row={found} />}
        rowKey={({ uuid }) => uuid}
        list={useCases(ofAccounts(search, 'accountId'))}
        empty={<Nothing isGood={search.state === 'OPEN'} />}
      />
    </>
  )
}

function Filters() {
  const t = useWords(reconciliationDeskWords)
  const { state, accountId, reconciliationId } = casesRoute.useSearch()
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

export function CaseState({ state }: { state: Case['state'] }) {
  const t = useWords(reconciliationDeskWords)
  return <StatusBadge tone={state === 'OPEN' ? 'attention' : 'quiet'}>{t(`state.${state}`)}</StatusBadge>
}

const whose = ({ accountId, accountName }: Case) => <AccountName id={accountId} name={accountName} />

function useColumns(): Column<Case>[] {
  const t = useWords(reconciliationDeskWords)
  const shared = useWords(deskWords)
  const { locale } = useLanguage()
  return [
    {
      id: 'kind',
      header: t('columns.kind'),
      cell: ({ uuid, kind }) => (
        <RowLink to="/operacao/conciliacao/$case" params={{ case: uuid }}>
          {t(`kind.${kind}`)}
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
