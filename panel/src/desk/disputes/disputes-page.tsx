// The list of disputes, with their clocks.
import { deskKey } from '../../api/desk/desk.ts'
import { type Dispute, useDisputes } from '../../api/desk/disputes.ts'
import { useTotals } from '../../api/totals.ts'
import { Deadline } from '../../disputes/deadline.tsx'
import { DISPUTE_STATUSES, DISPUTE_TONES } from '../../disputes/status.ts'
import { CursorTable } from '../../ui/cursor-table.tsx'
import { ListTotals } from '../../ui/list-totals.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { AccountFilters, ofAccounts } from '../account-filters.tsx'
import { AccountName, Nothing, RowCard } from '../parts.tsx'
import { disputesRoute } from '../route.ts'
import { deskWords } from '../words.ts'
import { OpenDispute } from './open-dispute.tsx'
import { disputeDeskWords } from './words.ts'

export function DisputesPage() {
  const t = useWords(disputeDeskWords)
  const search = disputesRoute.useSearch()
  const { status, userId } = search
  const question = ofAccounts(search, 'userId')
  const totals = useTotals(deskKey, '/api/admin/disputes/totals', question)
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={<OpenDispute />} />
      <AccountFilters
        account={{ field: 'userId', value: userId }}
        choice={{ field: 'status', value: status, options: DISPUTE_STATUSES, name: name => t(`status.${name}`) }}
      />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('caption')}
        columns={useColumns()}
        card={dispute => (
          <RowCard title={<DisputeLink dispute={dispute} />} end={<Money centavos={dispute.amount} fw={600} />}>
            <DisputeState status={dispute.status} /> <Deadline dispute={dispute} /> ·{' '}
            <AccountName id={dispute.userId} name={dispute.accountName} />
          </RowCard>
        )}
        rowKey={dispute => dispute.uuid}
        list={useDisputes(question)}
        empty={<Nothing isGood={status === 'OPEN'} />}
      />
    </>
  )
}

export function DisputeState({ status }: { status: Dispute['status'] }) {
  const t = useWords(disputeDeskWords)
  return <StatusBadge tone={DISPUTE_TONES[status]}>{t(`status.${status}`)}</StatusBadge>
}

const DisputeLink = ({ dispute }: { dispute: Dispute }) => (
  <RowLink to="/operacao/disputas/$dispute" params={{ dispute: dispute.uuid }}>
    {dispute.kind} {dispute.id}
  </RowLink>
)

function useColumns(): Column<Dispute>[] {
  const t = useWords(disputeDeskWords)
  const shared = useWords(deskWords)
  return [
    { id: 'kind', header: t('kind'), cell: dispute => <DisputeLink dispute={dispute} /> },
    {
      id: 'account',
      header: shared('account'),
      cell: ({ userId, accountName }) => <AccountName id={userId} name={accountName} />,
    },
    { id: 'status', header: shared('status'), cell: ({ status }) => <DisputeState status={status} /> },
    { id: 'deadline', header: t('deadline'), cell: dispute => <Deadline dispute={dispute} /> },
    { id: 'held', header: t('held'), isNumber: true, cell: ({ heldAmount }) => <Money centavos={heldAmount} /> },
    { id: 'amount', header: t('amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
  ]
}
