// Holds by hand. What is done about one is proposed here, and confirmed by a second operator.
import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { endHold, type HoldOrder, useHoldOrders } from '../../api/desk/two.ts'
import { Money } from '../../ui/money.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { AccountLink } from '../parts.tsx'
import { HOLD_STATES, holdsRoute } from '../route.ts'
import { deskWords } from '../words.ts'
import { twoWords } from './words.ts'

export function HoldsPage() {
  const t = useWords(twoWords)
  const search = holdsRoute.useSearch()
  return (
    <ListPage
      title={t('holds.title')}
      description={t('holds.description')}
      filter={{ field: 'state', value: search.state, options: HOLD_STATES, name: name => t(`holdState.${name}`) }}
      columns={useColumns()}
      rowKey={order => `${order.accountId}/${order.id}`}
      list={useHoldOrders(search)}
    />
  )
}

function useColumns(): Column<HoldOrder>[] {
  const t = useWords(twoWords)
  const shared = useWords(deskWords)
  return [
    { id: 'reason', header: t('holdColumns.reason'), cell: ({ reason }) => t(`holdReason.${reason}`) },
    { id: 'account', header: shared('account'), cell: ({ accountId }) => <AccountLink id={accountId} /> },
    {
      id: 'state',
      header: shared('status'),
      cell: ({ state }) => (
        <StatusBadge tone={state === 'OPEN' ? 'waiting' : 'quiet'}>{t(`holdState.${state}`)}</StatusBadge>
      ),
    },
    { id: 'document', header: t('holdColumns.document'), cell: ({ document }) => document ?? '–' },
    { id: 'held', header: t('holdColumns.held'), isNumber: true, cell: ({ held }) => <Money centavos={held} /> },
    {
      id: 'lacking',
      header: t('holdColumns.lacking'),
      isNumber: true,
      cell: ({ lacking }) => <Money centavos={lacking} />,
    },
    {
      id: 'amount',
      header: t('holdColumns.amount'),
      isNumber: true,
      cell: ({ amount }) => <Money centavos={amount} />,
    },
    { id: 'act', header: shared('choice'), cell: order => <Ends order={order} /> },
  ]
}

function Ends({ order }: { order: HoldOrder }) {
  const t = useWords(twoWords)
  if (order.state !== 'OPEN') return '–'
  const verbs = order.reason === 'JUDICIAL' ? (['lift', 'take'] as const) : (['lift'] as const)
  return (
    <Group gap="xs" wrap="nowrap">
      {verbs.map(verb => (
        <Act
          key={verb}
          size="xs"
          label={t(verb)}
          about={order.id}
          dialog={close => <EndDialog order={order} verb={verb} onClose={close} />}
        />
      ))}
    </Group>
  )
}

function EndDialog({ order, verb, onClose }: { order: HoldOrder; verb: 'lift' | 'take'; onClose: () => void }) {
  const t = useWords(twoWords)
  const shared = useWords(deskWords)
  const [amount, setAmount] = useState<number | null>(null)
  return (
    <DecisionDialog
      title={t(verb)}
      verb={t(verb)}
      dangerous={verb === 'take'}
      deed={({ reason }) => endHold(order, verb, amount, reason)}
      said={shared('proposed')}
      onClose={onClose}
    >
      <Text>{t(`${verb}Ask`)}</Text>
      <MoneyInput label={shared('amount')} description={shared('amountAll')} value={amount} onChange={setAmount} />
    </DecisionDialog>
  )
}
