// Cashouts that wait for the operator's approval.
import { getRouteApi } from '@tanstack/react-router'
import { type HeldBack, useApprovals } from '../../api/operator/cashouts.ts'
import { FilterBar } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { NumberFilter } from '../shared/account-filters.tsx'
import { AccountLink, Nothing, Reais, RowCard } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { Reasons, Votes } from './approval-votes.tsx'
import { CashoutTabs } from './cashout-tabs.tsx'
import { cashoutOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/saques')

export function ApprovalsPage() {
  const t = useWords(cashoutOperatorWords)
  const shared = useWords(operatorWords)
  const search = route.useSearch()
  const { accountId } = search
  const { clear } = useFilters()
  return (
    <>
      <PageHeader title={t('approvals.title')} description={t('approvals.description')} />
      <CashoutTabs />
      <FilterBar label={shared('filters')} onClear={accountId === undefined ? null : clear}>
        <NumberFilter field="accountId" label={t('approvals.account')} example="1001" value={accountId} />
      </FilterBar>
      <CursorTable
        caption={t('approvals.caption')}
        columns={useColumns()}
        card={cashout => (
          <RowCard
            title={<KeyLink cashout={cashout} />}
            end={<Reais text={cashout.amount} />}
            action={<Votes cashout={cashout} />}
          >
            <Reasons cashout={cashout} /> · <AccountLink id={cashout.userId} />
          </RowCard>
        )}
        rowKey={cashout => cashout.uuid}
        list={useApprovals(search)}
        empty={<Nothing isGood={accountId === undefined} />}
      />
    </>
  )
}

function useColumns(): Column<HeldBack>[] {
  const t = useWords(cashoutOperatorWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'account', header: shared('account'), cell: ({ userId }) => <AccountLink id={userId} /> },
    { id: 'key', header: t('columns.key'), cell: cashout => <KeyLink cashout={cashout} /> },
    { id: 'reasons', header: t('columns.reasons'), cell: cashout => <Reasons cashout={cashout} /> },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Reais text={amount} /> },
    { id: 'at', header: t('columns.at'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { id: 'act', header: shared('choice'), cell: cashout => <Votes cashout={cashout} /> },
  ]
}

const KeyLink = ({ cashout: { uuid, pixKey } }: { cashout: HeldBack }) => (
  <LinkAnchor to="/operacao/saques/$cashout" params={{ cashout: uuid }} underline="always" inherit>
    {pixKey}
  </LinkAnchor>
)
