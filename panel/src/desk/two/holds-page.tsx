// Holds by hand, of every account or of one. What is done about one is proposed, and confirmed by a second operator.
import { useHoldOrders } from '../../api/desk/two.ts'
import { CursorTable } from '../../ui/cursor-table.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useWords } from '../../words/words.ts'
import { AccountFilters, ofAccounts } from '../account-filters.tsx'
import { RowCards } from '../list-page.tsx'
import { Nothing } from '../parts.tsx'
import { HOLD_STATES, holdsRoute } from '../route.ts'
import { useOrderColumns } from './order-columns.tsx'
import { twoWords } from './words.ts'

export function HoldsPage() {
  const t = useWords(twoWords)
  const columns = useOrderColumns()
  return (
    <>
      <PageHeader title={t('holds.title')} description={t('holds.description')} />
      <Filters />
      <CursorTable
        caption={t('holds.title')}
        columns={columns}
        card={order => <RowCards columns={columns} row={order} />}
        rowKey={order => `${order.accountId}/${order.id}`}
        list={useHoldOrders(ofAccounts(holdsRoute.useSearch(), 'accountId'))}
        empty={<Nothing />}
      />
    </>
  )
}

function Filters() {
  const t = useWords(twoWords)
  const { state, accountId } = holdsRoute.useSearch()
  return (
    <AccountFilters
      account={{ field: 'accountId', value: accountId }}
      choice={{ field: 'state', value: state, options: HOLD_STATES, name: name => t(`holdState.${name}`) }}
    />
  )
}
