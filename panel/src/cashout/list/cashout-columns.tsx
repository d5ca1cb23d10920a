// A cashout as a line of a table, and as a card.
import { Group, Stack, Text } from '@mantine/core'
import { centavosOf } from '../../api/account/reais.ts'
import type { Cashout } from '../../api/money/cashouts.ts'
import { RowLink } from '../../ui/tables/row-link.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { PixKeyTypeName, readablePixKey } from '../../ui/values/pix-key.tsx'
import { useWords } from '../../words/words.ts'
import { CashoutStatusBadge } from '../cashout-status.tsx'
import { isUnpaid } from '../status.ts'
import { cashoutWords } from '../words.ts'

export function useCashoutColumns(): Column<Cashout>[] {
  const t = useWords(cashoutWords)
  return [
    { id: 'payee', header: t('columns.payee'), cell: cashout => <Payee cashout={cashout} /> },
    { id: 'date', header: t('columns.date'), cell: cashout => <Moment at={cashout.createdAt} /> },
    { id: 'status', header: t('columns.status'), cell: cashout => <CashoutStatusBadge cashout={cashout} /> },
    {
      id: 'amount',
      header: t('columns.amount'),
      isNumber: true,
      cell: cashout => <Money centavos={centavosOf(cashout.amount)} />,
    },
    {
      id: 'net',
      header: t('columns.net'),
      isNumber: true,
      cell: cashout => <Money centavos={isUnpaid(cashout) ? null : centavosOf(cashout.netAmount)} />,
    },
  ]
}

const Payee = ({ cashout }: { cashout: Cashout }) => (
  <Stack gap={0}>
    <RowLink to="/saques/$cashout" params={{ cashout: cashout.uuid }}>
      {readablePixKey(cashout.pixKeyType, cashout.pixKey)}
    </RowLink>
    <Text component="span" size="sm" c="dimmed">
      {cashout.description || <PixKeyTypeName type={cashout.pixKeyType} />}
    </Text>
  </Stack>
)

export const CashoutCard = ({ cashout }: { cashout: Cashout }) => (
  <Stack gap={6}>
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Payee cashout={cashout} />
      <Money centavos={centavosOf(cashout.amount)} fw={600} />
    </Group>
    <Group justify="space-between" gap={4}>
      <CashoutStatusBadge cashout={cashout} />
      <Text component="span" c="dimmed" size="sm">
        <Moment at={cashout.createdAt} />
      </Text>
    </Group>
  </Stack>
)
