// The cashouts that wait for a person.
import { Group, Stack, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { centavosOf } from '../../api/account/reais.ts'
import { type Cashout, reasonsOf, useApprovals } from '../../api/money/cashouts.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment, momentText } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { readablePixKey } from '../../ui/values/pix-key.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { approvedBy } from '../approval/approval-section.tsx'
import { cashoutWords } from '../words.ts'
import { approvalWords } from './words.ts'

const route = getRouteApi('/shell/aprovacoes')

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
        list={useApprovals(route.useSearch())}
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
  const message = t('votes', { given: approvedBy(approval).size, needed: approval.needed })
  return <span className="figures">{message}</span>
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
