// Debits and recurrences that a person should look at, each with the order to ask its provider now.
import { Text } from '@mantine/core'
import type { StuckDebit, Unauthorized } from '../../api/operator/recurrence/stuck.ts'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { dayText, Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { AccountLink, PspLink } from '../shared/parts.tsx'
import { PlainRows } from '../shared/plain-table.tsx'
import { Ask } from './look-up-button.tsx'
import { stuckWords } from './words.ts'

export function StuckDebits({ caption, debits }: { caption: string; debits: StuckDebit[] }) {
  const columns = useDebitColumns()
  if (debits.length === 0) return <Calm />
  return <PlainRows caption={caption} columns={columns} rows={debits} rowKey={({ txid }) => txid} />
}

function useDebitColumns(): Column<StuckDebit>[] {
  const t = useWords(stuckWords)
  const { locale } = useLanguage()
  return [
    { id: 'contract', header: t('columns.contract'), cell: ({ contrato }) => contrato },
    { id: 'account', header: t('columns.account'), cell: ({ accountId }) => <AccountLink id={accountId} /> },
    { id: 'psp', header: t('columns.psp'), cell: ({ pspAccountId }) => <PspLink id={pspAccountId} /> },
    { id: 'cycle', header: t('columns.cycle'), isNumber: true, cell: ({ ciclo }) => ciclo },
    { id: 'due', header: t('columns.due'), cell: ({ dataDeVencimento }) => dayText(dataDeVencimento, locale) },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
    { id: 'since', header: t('columns.since'), cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
    {
      id: 'action',
      header: t('columns.action'),
      cell: ({ accountId, txid, contrato }) => <Ask about={contrato} body={{ accountId, txid }} />,
    },
  ]
}

export function UnauthorizedPayments({ payments }: { payments: Unauthorized[] }) {
  const t = useWords(stuckWords)
  const columns: Column<Unauthorized>[] = [
    {
      id: 'contract',
      header: t('columns.contract'),
      cell: ({ contrato, uuid }) => (
        <LinkAnchor to="/operacao/recorrencias/$recurrence" params={{ recurrence: uuid }} underline="always" inherit>
          {contrato}
        </LinkAnchor>
      ),
    },
    { id: 'account', header: t('columns.account'), cell: ({ accountId }) => <AccountLink id={accountId} /> },
    { id: 'psp', header: t('columns.psp'), cell: ({ pspAccountId }) => <PspLink id={pspAccountId} /> },
    { id: 'since', header: t('columns.since'), cell: ({ date }) => <Moment at={date} /> },
    {
      id: 'action',
      header: t('columns.action'),
      cell: ({ accountId, idRec, contrato }) =>
        idRec === null ? null : <Ask about={contrato} body={{ accountId, idRec }} />,
    },
  ]
  if (payments.length === 0) return <Calm />
  return <PlainRows caption={t('unauthorized')} columns={columns} rows={payments} rowKey={({ uuid }) => uuid} />
}

function Calm() {
  const t = useWords(stuckWords)
  return <Text c="dimmed">{t('calm')}</Text>
}
