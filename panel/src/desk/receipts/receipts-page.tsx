// Money that arrived.
import { Group, Text } from '@mantine/core'
import { deskKey } from '../../api/desk/desk.ts'
import { type Receipt, useReceipts } from '../../api/desk/receipts.ts'
import { useTotals } from '../../api/totals.ts'
import { CursorTable } from '../../ui/cursor-table.tsx'
import { DayInput, SearchInput } from '../../ui/filter-bar.tsx'
import { ListTotals } from '../../ui/list-totals.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PeriodPresets } from '../../ui/period-presets.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { AccountFilters, ofAccounts } from '../account-filters.tsx'
import { Act } from '../act.tsx'
import classes from '../desk.module.css'
import { RowCards } from '../list-page.tsx'
import { AccountLink, Nothing } from '../parts.tsx'
import { RECEIPT_STATUSES, receiptsRoute } from '../route.ts'
import { deskWords } from '../words.ts'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { receiptDeskWords } from './words.ts'

export function ReceiptsPage() {
  const t = useWords(receiptDeskWords)
  const { q, ...search } = receiptsRoute.useSearch()
  const question = { ...ofAccounts(search, 'accountId'), ...(q !== undefined && { endToEndId: q.trim() }) }
  const totals = useTotals(deskKey, '/api/admin/receipts/totals', question)
  const columns = useColumns()
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Filters />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('title')}
        columns={columns}
        card={receipt => <RowCards columns={columns} row={receipt} />}
        rowKey={receipt => `${receipt.accountId}/${receipt.id}`}
        list={useReceipts(question)}
        empty={<Nothing isGood={search.status === 'UNACCEPTED'} />}
      />
    </>
  )
}

function Filters() {
  const t = useWords(receiptDeskWords)
  const { status, accountId, q, from, to } = receiptsRoute.useSearch()
  const { set } = useFilters()
  const common = useWords(commonWords)
  return (
    <>
      <AccountFilters
        account={{ field: 'accountId', value: accountId }}
        isNarrowed={[q, from, to].some(value => value !== undefined)}
        choice={{ field: 'status', value: status, options: RECEIPT_STATUSES, name: name => t(`status.${name}`) }}
      >
        <SearchInput label={t('pix')} placeholder="E…" value={q ?? ''} onSearch={text => set({ q: text })} />
        <DayInput label={common('filters.from')} value={from ?? ''} onChange={day => set({ from: day })} />
        <DayInput label={common('filters.to')} value={to ?? ''} onChange={day => set({ to: day })} />
      </AccountFilters>
      <PeriodPresets period={{ from, to }} />
    </>
  )
}

const TONES: Record<Receipt['status'], Tone> = {
  ACCEPTED: 'good',
  UNACCEPTED: 'attention',
  RETURNING: 'waiting',
  RETURNED: 'quiet',
  CREDITED: 'good',
  MOVED: 'quiet',
}

function useColumns(): Column<Receipt>[] {
  const t = useWords(receiptDeskWords)
  const shared = useWords(deskWords)
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
      cell: receipt => <State receipt={receipt} />,
    },
    { id: 'paidAt', header: t('columns.paidAt'), cell: ({ paidAt }) => <Moment at={paidAt} /> },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
    {
      id: 'act',
      header: shared('choice'),
      cell: receipt => (receipt.status === 'UNACCEPTED' ? <Decide receipt={receipt} /> : '–'),
    },
  ]
}

/** With why no sale took it, what a person has decided, and why money could not go back. */
function State({ receipt: { status, reason, decision, refund, movedToAccountId } }: { receipt: Receipt }) {
  const t = useWords(receiptDeskWords)
  return (
    <>
      <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>
      {reason !== null && (
        <Text size="sm" c="dimmed">
          {t(`why.${reason}`)}
        </Text>
      )}
      {decision !== null && (
        <Text size="sm" c="dimmed">
          {decision.reason} · {decision.byName ?? decision.by}
        </Text>
      )}
      {movedToAccountId !== null && (
        <Text size="sm" c="dimmed">
          {t('movedTo')} <AccountLink id={movedToAccountId} />
        </Text>
      )}
      {refund !== null && refund.failure !== null && (
        <Text size="sm" c="dimmed">
          {t('refundFailed')} <span lang="en">{refund.failure.message}</span>
        </Text>
      )}
    </>
  )
}

function Decide({ receipt }: { receipt: Receipt }) {
  const t = useWords(receiptDeskWords)
  return (
    <Group gap="xs" className={classes.acts}>
      {(['return', 'credit'] as const).map(verb => (
        <Act
          key={verb}
          size="xs"
          label={t(verb)}
          about={receipt.endToEndId}
          dialog={close => <ReceiptDialog receipt={receipt} verb={verb} onClose={close} />}
        />
      ))}
    </Group>
  )
}
