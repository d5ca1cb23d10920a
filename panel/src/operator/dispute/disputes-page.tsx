// The list of disputes, with their clocks.

import { getRouteApi } from '@tanstack/react-router'
import { useTotals } from '../../api/money/totals.ts'
import { type Dispute, useDisputes } from '../../api/operator/disputes.ts'
import { operatorKey } from '../../api/operator/operator.ts'
import { Deadline } from '../../dispute/deadline.tsx'
import { disputePartWords } from '../../dispute/shared-words.ts'
import { DEFENCE_STATUSES, type DefenceStatus, DISPUTE_STATUSES } from '../../dispute/status.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { ChoiceFilter } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../ui/tables/list-totals.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { AccountFilters, ofAccounts } from '../shared/account-filters.tsx'
import { AccountName, Nothing, RowCard } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { OpenDispute } from './open-dispute.tsx'
import { DisputeState } from './state.tsx'
import { disputeOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/disputas')

export function DisputesPage() {
  const t = useWords(disputeOperatorWords)
  const search = route.useSearch()
  const { status, defence, userId } = search
  const question = ofAccounts(search, 'userId')
  const totals = useTotals(operatorKey, '/api/admin/disputes/totals', question)
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={<OpenDispute />} />
      <AccountFilters
        account={{ field: 'userId', value: userId }}
        choice={{ field: 'status', value: status, options: DISPUTE_STATUSES, name: name => t(`status.${name}`) }}
        isNarrowed={defence !== undefined}
      >
        <DefenceFilter value={defence} />
      </AccountFilters>
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('caption')}
        columns={useColumns()}
        card={dispute => (
          <RowCard title={<DisputeLink dispute={dispute} />} end={<Money centavos={dispute.amount} fw={600} />}>
            <DisputeState status={dispute.status} /> <ToHandIn dispute={dispute} /> <Deadline dispute={dispute} /> ·{' '}
            <AccountName id={dispute.userId} name={dispute.accountName} />
          </RowCard>
        )}
        rowKey={dispute => dispute.uuid}
        list={useDisputes(question)}
        empty={<Nothing isGood={status === 'OPEN' || defence === 'KEPT'} />}
      />
    </>
  )
}

function DefenceFilter({ value }: { value: DefenceStatus | undefined }) {
  const t = useWords(disputeOperatorWords)
  const shared = useWords(operatorWords)
  const parts = useWords(disputePartWords)
  const { set } = useFilters()
  return (
    <ChoiceFilter
      label={t('defence')}
      any={shared('any')}
      value={value}
      options={DEFENCE_STATUSES}
      name={name => parts(`defenceStatus.${name}`)}
      onPick={picked => set({ defence: picked })}
    />
  )
}

const ListedState = ({ dispute }: { dispute: Dispute }) => (
  <>
    <DisputeState status={dispute.status} /> <ToHandIn dispute={dispute} />
  </>
)

function ToHandIn({ dispute: { status, defence } }: { dispute: Dispute }) {
  const t = useWords(disputePartWords)
  if (status !== 'DEFENDED' || defence?.status !== 'KEPT') return null
  return <StatusBadge tone="attention">{t('defenceStatus.KEPT')}</StatusBadge>
}

const DisputeLink = ({ dispute }: { dispute: Dispute }) => (
  <RowLink to="/operacao/disputas/$dispute" params={{ dispute: dispute.uuid }}>
    {dispute.kind} {dispute.id}
  </RowLink>
)

function useColumns(): Column<Dispute>[] {
  const t = useWords(disputeOperatorWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'kind', header: t('kind'), cell: dispute => <DisputeLink dispute={dispute} /> },
    {
      id: 'account',
      header: shared('account'),
      cell: ({ userId, accountName }) => <AccountName id={userId} name={accountName} />,
    },
    { id: 'status', header: shared('status'), cell: dispute => <ListedState dispute={dispute} /> },
    { id: 'deadline', header: t('deadline'), cell: dispute => <Deadline dispute={dispute} /> },
    { id: 'held', header: t('held'), isNumber: true, cell: ({ heldAmount }) => <Money centavos={heldAmount} /> },
    { id: 'amount', header: t('amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
  ]
}
