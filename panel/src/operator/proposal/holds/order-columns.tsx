// The columns of a manual hold: its kind, its state, and how it can end.
import { Text } from '@mantine/core'
import type { HoldOrder } from '../../../api/operator/proposals.ts'
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx'
import { LinkAnchor } from '../../../ui/navigation/links.tsx'
import type { Column } from '../../../ui/tables/rows-table.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { useWords } from '../../../words/words.ts'
import { AccountLink } from '../../shared/parts.tsx'
import { operatorWords } from '../../words.ts'
import { twoWords } from '../words.ts'
import { EndHold } from './end-hold.tsx'

export function useOrderColumns(): Column<HoldOrder>[] {
  const t = useWords(twoWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'reason', header: t('holdColumns.reason'), cell: order => <OrderLink order={order} /> },
    { id: 'account', header: shared('account'), cell: whose },
    { id: 'state', header: shared('status'), cell: ({ state }) => <OrderState state={state} /> },
    { id: 'document', header: t('holdColumns.document'), cell: ({ document }) => document ?? '–' },
    { id: 'held', header: t('holdColumns.held'), isNumber: true, cell: order => <Held order={order} /> },
    {
      id: 'amount',
      header: t('holdColumns.amount'),
      isNumber: true,
      cell: ({ amount }) => <Money centavos={amount} />,
    },
    {
      id: 'act',
      header: shared('choice'),
      cell: order => (order.state === 'OPEN' ? <EndHold order={order} size="xs" /> : '–'),
    },
  ]
}

const whose = ({ accountId, accountName }: HoldOrder) => <AccountLink id={accountId} name={accountName} />

/** With the shortfall. */
function Held({ order: { held, lacking } }: { order: HoldOrder }) {
  const t = useWords(twoWords)
  return (
    <>
      <Money centavos={held} />
      {lacking > 0 && (
        <Text size="sm" c="dimmed">
          {t('holdColumns.lacking')} <Money centavos={lacking} />
        </Text>
      )}
    </>
  )
}

export function OrderState({ state }: Pick<HoldOrder, 'state'>) {
  const t = useWords(twoWords)
  return <StatusBadge tone={state === 'OPEN' ? 'waiting' : 'quiet'}>{t(`holdState.${state}`)}</StatusBadge>
}

function OrderLink({ order: { accountId, id, reason } }: { order: HoldOrder }) {
  const t = useWords(twoWords)
  return (
    <LinkAnchor
      to="/operacao/bloqueios/$account/$hold"
      params={{ account: String(accountId), hold: id }}
      underline="always"
      inherit
    >
      {t(`holdReason.${reason}`)}
    </LinkAnchor>
  )
}
