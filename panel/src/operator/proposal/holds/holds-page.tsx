// The manual holds of every account or of one. A change is proposed, and confirmed by a second operator.
import { getRouteApi } from '@tanstack/react-router'
import { useTotals } from '../../../api/money/totals.ts'
import { operatorKey } from '../../../api/operator/operator.ts'
import { useHoldOrders } from '../../../api/operator/proposals.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { CursorTable } from '../../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../../ui/tables/list-totals.tsx'
import { useWords } from '../../../words/words.ts'
import { HOLD_STATES } from '../../filters.ts'
import { AccountFilters, ofAccounts } from '../../shared/account-filters.tsx'
import { RowCards } from '../../shared/list-page.tsx'
import { Nothing } from '../../shared/parts.tsx'
import { twoWords } from '../words.ts'
import { useOrderColumns } from './order-columns.tsx'

const route = getRouteApi('/shell/operacao/bloqueios')

export function HoldsPage() {
  const t = useWords(twoWords)
  const columns = useOrderColumns()
  const question = ofAccounts(route.useSearch(), 'accountId')
  const totals = useTotals(operatorKey, '/api/admin/hold-orders/totals', question)
  return (
    <>
      <PageHeader title={t('holds.title')} description={t('holds.description')} />
      <Filters />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('holds.title')}
        columns={columns}
        card={order => <RowCards columns={columns} row={order} />}
        rowKey={order => `${order.accountId}/${order.id}`}
        list={useHoldOrders(question)}
        empty={<Nothing />}
      />
    </>
  )
}

function Filters() {
  const t = useWords(twoWords)
  const { state, accountId } = route.useSearch()
  return (
    <AccountFilters
      account={{ field: 'accountId', value: accountId }}
      choice={{ field: 'state', value: state, options: HOLD_STATES, name: name => t(`holdState.${name}`) }}
    />
  )
}
