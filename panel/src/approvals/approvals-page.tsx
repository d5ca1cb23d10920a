// The cashouts that wait for somebody.
import { Group, Stack, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { type Cashout, reasonsOf, useApprovals } from '../api/cashouts.ts'
import { centavosOf } from '../api/reais.ts'
import { approvedBy } from '../cashouts/approval-section.tsx'
import { cashoutWords } from '../cashouts/words.ts'
import { CursorTable } from '../ui/cursor-table.tsx'
import { LinkButton } from '../ui/links.tsx'
import { Moment, momentText } from '../ui/moment.tsx'
import { Money } from '../ui/money.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { readablePixKey } from '../ui/pix-key.tsx'
import { RowLink } from '../ui/row-link.tsx'
import type { Column } from '../ui/rows-table.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { approvalsRoute } from './route.ts'
import { approvalWords } from './words.ts'

export function ApprovalsPage() {
  const t = useWords(approvalWords)
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <CursorTable
        caption={t('caption')}
        columns={useColumns()}
        card={cashout => <Card cashout={cashout} />}
        rowKey={cashout => cashout.id}
        list={useApprovals(approvalsRoute.useSearch())}
        empty={<NothingWaits />}
      />
    </>
  )
}

function NothingWaits() {
  const t = useWords(approvalWords)
  const rules = (
    <LinkButton to="/saques/regras" variant="default">
      {t('rules')}
    </LinkButton>
  )
  return (
    <EmptyState icon={<IconChecks />} title={t('empty')} action={rules}>
      {t('emptyText')}
    </EmptyState>
  )
}

function useColumns(): Column<Cashout>[] {
  const t = useWords(approvalWords)
  return [
    { id: 'payee', header: t('columns.payee'), cell: cashout => <Payee cashout={cashout} /> },
    { id: 'why', header: t('columns.why'), cell: cashout => <Why cashout={cashout} /> },
    { id: 'votes', header: t('columns.votes'), cell: cashout => <Votes cashout={cashout} /> },
    { id: 'until', header: t('columns.until'), cell: ({ approval }) => <Moment at={approval?.expiresAt ?? null} /> },
    {
      id: 'amount',
      header: t('columns.amount'),
      isNumber: true,
      cell: cashout => <Money centavos={centavosOf(cashout.amount)} />,
    },
  ]
}

const Payee = ({ cashout }: { cashout: Cashout }) => (
  <RowLink to="/saques/$cashout" params={{ cashout: cashout.uuid }}>
    {readablePixKey(cashout.pixKeyType, cashout.pixKey)}
  </RowLink>
)

function Why({ cashout }: { cashout: Cashout }) {
  const t = useWords(cashoutWords)
  return (
    <Text component="span" size="sm">
      {reasonsOf(cashout)
        .map(reason => t(`reasons.${reason}`))
        .join(', ')}
    </Text>
  )
}

function Votes({ cashout: { approval } }: { cashout: Cashout }) {
  const t = useWords(approvalWords)
  if (approval === undefined || approval.needed === 0) return <span>–</span>
  const said = t('votes', { given: approvedBy(approval).size, needed: approval.needed })
  return <span className="figures">{said}</span>
}

function Card({ cashout }: { cashout: Cashout }) {
  const t = useWords(approvalWords)
  const { locale } = useLanguage()
  const { approval } = cashout
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Payee cashout={cashout} />
        <Money centavos={centavosOf(cashout.amount)} fw={600} />
      </Group>
      <Why cashout={cashout} />
      <Group justify="space-between" wrap="nowrap">
        <Text component="span" size="sm">
          <Votes cashout={cashout} />
        </Text>
        {approval !== undefined && (
          <Text component="span" size="sm" c="dimmed">
            {t('until', { moment: momentText(approval.expiresAt, locale) })}
          </Text>
        )}
      </Group>
    </Stack>
  )
}
