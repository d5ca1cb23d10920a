// Money that arrived.
import { getRouteApi } from '@tanstack/react-router'
import { useTotals } from '../../api/money/totals.ts'
import { type IncomingPayment, useIncomingPayments } from '../../api/operator/incoming-payment/list.ts'
import { operatorKey } from '../../api/operator/operator.ts'
import { ChoiceFilter, DayInput, SearchInput } from '../../ui/filters/filter-bar.tsx'
import { PeriodPresets } from '../../ui/filters/period-presets.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../ui/tables/list-totals.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { INCOMING_PAYMENT_STATUSES, UNMATCHED_REASONS } from '../filters.ts'
import { AccountFilters, ofAccounts } from '../shared/account-filters.tsx'
import { RowCards } from '../shared/list-page.tsx'
import { AccountLink, Nothing } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { Choice } from './choice.tsx'
import { State } from './state.tsx'
import { receiptOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/recebimentos')

export function ReceiptsPage() {
  const t = useWords(receiptOperatorWords)
  const { q, ...search } = route.useSearch()
  const question = { ...ofAccounts(search, 'accountId'), ...(q !== undefined && { endToEndId: q.trim() }) }
  const totals = useTotals(operatorKey, '/api/admin/receipts/totals', question)
  const columns = useColumns()
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Filters />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('title')}
        columns={columns}
        card={incomingPayment => <RowCards columns={columns} row={incomingPayment} />}
        rowKey={incomingPayment => `${incomingPayment.accountId}/${incomingPayment.id}`}
        list={useIncomingPayments(question)}
        empty={<Nothing isGood={search.status === 'UNACCEPTED'} />}
      />
    </>
  )
}

function Filters() {
  const t = useWords(receiptOperatorWords)
  const { status, reason, accountId, q, from, to } = route.useSearch()
  const { set } = useFilters()
  const common = useWords(commonWords)
  return (
    <>
      <AccountFilters
        account={{ field: 'accountId', value: accountId }}
        isNarrowed={[reason, q, from, to].some(value => value !== undefined)}
        choice={{
          field: 'status',
          value: status,
          options: INCOMING_PAYMENT_STATUSES,
          name: name => t(`status.${name}`),
        }}
      >
        <SearchInput label={t('pix')} placeholder="E…" value={q ?? ''} onSearch={text => set({ q: text })} />
        <ChoiceFilter
          label={t('reason')}
          any={t('anyReason')}
          value={reason}
          options={UNMATCHED_REASONS}
          name={name => t(`why.${name}`)}
          onPick={picked => set({ reason: picked })}
        />
        <DayInput label={common('filters.from')} value={from ?? ''} onChange={day => set({ from: day })} />
        <DayInput label={common('filters.to')} value={to ?? ''} onChange={day => set({ to: day })} />
      </AccountFilters>
      <PeriodPresets period={{ from, to }} />
    </>
  )
}

function useColumns(): Column<IncomingPayment>[] {
  const t = useWords(receiptOperatorWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'payer', header: t('columns.payer'), cell: ({ payer }) => payer.name || '–' },
    {
      id: 'account',
      header: shared('account'),
      cell: ({ accountId, accountName }) => <AccountLink id={accountId} name={accountName} />,
    },
    {
      id: 'status',
      header: t('columns.status'),
      cell: incomingPayment => <State receipt={incomingPayment} />,
    },
    { id: 'paidAt', header: t('columns.paidAt'), cell: ({ paidAt }) => <Moment at={paidAt} /> },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
    {
      id: 'act',
      header: shared('choice'),
      cell: incomingPayment => <Choice receipt={incomingPayment} />,
    },
  ]
}
