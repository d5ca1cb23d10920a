// Cashouts and refunds of all accounts that have begun and not ended, the oldest first. They go on by themselves.
import { IconCircleCheck } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTotals } from '../../../api/money/totals.ts'
import { operatorKey } from '../../../api/operator/operator.ts'
import { type Outgoing, useOutgoing } from '../../../api/operator/outgoing.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { ChoiceFilter, FilterBar } from '../../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../../ui/filters/use-filters.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { CursorTable } from '../../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../../ui/tables/list-totals.tsx'
import type { Column } from '../../../ui/tables/rows-table.tsx'
import { useWords } from '../../../words/words.ts'
import { OUTGOING_AGES, OUTGOING_STATUSES } from '../../filters.ts'
import { AccountFilter, ofAccounts } from '../../shared/account-filters.tsx'
import { RowCards } from '../../shared/list-page.tsx'
import { Nothing, Reais } from '../../shared/parts.tsx'
import { operatorWords } from '../../words.ts'
import { CashoutTabs } from '../cashout-tabs.tsx'
import { KindSwitch } from './kind-switch.tsx'
import { Age, Ids, Lookups, Standing, Whose } from './outgoing-parts.tsx'
import { outgoingWords } from './outgoing-words.ts'

const route = getRouteApi('/shell/operacao/saques/em-andamento')

const LOOK_EVERY_MS = 10_000

export function OutgoingPage() {
  const t = useWords(outgoingWords)
  const search = route.useSearch()
  const question = ofAccounts(search, 'accountId')
  const list = useOutgoing(question, LOOK_EVERY_MS)
  const totals = useTotals(operatorKey, '/api/admin/payouts/list-totals', question, LOOK_EVERY_MS)
  const columns = useColumns(new Date(list.dataUpdatedAt))
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <CashoutTabs />
      <KindSwitch kind={search.kind ?? 'cashout'} />
      <Filters />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('caption')}
        columns={columns}
        card={one => <RowCards columns={columns} row={one} />}
        rowKey={({ uuid }) => uuid}
        list={list}
        empty={search.id === undefined ? <Nothing isGood={isAll(search)} /> : <Ended />}
      />
    </>
  )
}

const isAll = ({ status, accountId, olderThan }: ReturnType<typeof route.useSearch>) =>
  status === undefined && accountId === undefined && olderThan === undefined

/** An alert may lead to one that has come to its end since. */
function Ended() {
  const t = useWords(outgoingWords)
  return (
    <EmptyState icon={<IconCircleCheck />} title={t('ended.title')}>
      {t('ended.text')}
    </EmptyState>
  )
}

function Filters() {
  const t = useWords(outgoingWords)
  const shared = useWords(operatorWords)
  const { status, olderThan, accountId, id } = route.useSearch()
  const { set } = useFilters()
  const isSet = status !== undefined || olderThan !== undefined || accountId !== undefined || id !== undefined
  return (
    <FilterBar
      label={shared('filters')}
      // The kind is chosen above.
      onClear={isSet ? () => set({ status: '', olderThan: '', accountId: '', id: '' }) : null}
    >
      <AccountFilter field="accountId" value={accountId} />
      <ChoiceFilter
        label={shared('status')}
        any={shared('any')}
        value={status}
        options={OUTGOING_STATUSES}
        name={name => t(`status.${name}`)}
        onPick={picked => set({ status: picked })}
      />
      <ChoiceFilter
        label={t('age')}
        any={t('anyAge')}
        value={olderThan}
        options={OUTGOING_AGES}
        name={minutes => t(`ages.m${minutes}`)}
        onPick={picked => set({ olderThan: picked })}
      />
    </FilterBar>
  )
}

function useColumns(now: Date): Column<Outgoing>[] {
  const t = useWords(outgoingWords)
  return [
    { id: 'account', header: t('columns.account'), cell: one => <Whose one={one} /> },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Reais text={amount} /> },
    { id: 'status', header: t('columns.status'), cell: one => <Standing one={one} /> },
    { id: 'since', header: t('columns.since'), cell: one => <Age one={one} now={now} /> },
    { id: 'lookups', header: t('columns.lookups'), isNumber: true, cell: one => <Lookups one={one} now={now} /> },
    { id: 'ids', header: t('columns.ids'), cell: one => <Ids one={one} /> },
  ]
}
