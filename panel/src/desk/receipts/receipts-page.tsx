// Money that arrived.
import { Group } from '@mantine/core'
import { type Receipt, useReceipts } from '../../api/desk/receipts.ts'
import { Moment } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../act.tsx'
import { ListPage } from '../list-page.tsx'
import { AccountLink } from '../parts.tsx'
import { RECEIPT_STATUSES, receiptsRoute } from '../route.ts'
import { deskWords } from '../words.ts'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { receiptDeskWords } from './words.ts'

export function ReceiptsPage() {
  const t = useWords(receiptDeskWords)
  const search = receiptsRoute.useSearch()
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      filter={{ field: 'status', value: search.status, options: RECEIPT_STATUSES, name: name => t(`status.${name}`) }}
      columns={useColumns()}
      rowKey={receipt => `${receipt.accountId}/${receipt.id}`}
      list={useReceipts(search)}
      isGood={search.status === 'UNACCEPTED'}
    />
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
    { id: 'account', header: shared('account'), cell: ({ accountId }) => <AccountLink id={accountId} /> },
    {
      id: 'status',
      header: t('columns.status'),
      cell: ({ status }) => <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>,
    },
    { id: 'why', header: t('columns.reason'), cell: ({ reason }) => (reason === null ? '–' : t(`why.${reason}`)) },
    { id: 'paidAt', header: t('columns.paidAt'), cell: ({ paidAt }) => <Moment at={paidAt} /> },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
    { id: 'act', header: shared('choice'), cell: receipt => <Decide receipt={receipt} /> },
  ]
}

function Decide({ receipt }: { receipt: Receipt }) {
  const t = useWords(receiptDeskWords)
  if (receipt.status !== 'UNACCEPTED') return '–'
  return (
    <Group gap="xs" wrap="nowrap">
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
