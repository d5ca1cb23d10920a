// The blocked money of an account: every open hold, of any kind, and the manual holds.
import { Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type OpenHold, useOpenHolds } from '../../api/operator/accounts.ts'
import { useHoldOrders } from '../../api/operator/proposals.ts'
import { ChoiceFilter, FilterBar } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { HOLD_REASONS } from '../filters.ts'
import { useOrderColumns } from '../proposal/holds/order-columns.tsx'
import { PlaceHold } from '../proposal/holds/place-hold.tsx'
import { RowCards } from '../shared/list-page.tsx'
import { Breaking, Nothing } from '../shared/parts.tsx'
import { PlainTable } from '../shared/plain-table.tsx'
import { operatorWords } from '../words.ts'
import { AccountFrame } from './account-frame.tsx'
import { holdWords } from './hold-words.ts'

const route = getRouteApi('/shell/operacao/contas/$account/bloqueios')

export function AccountHoldsPage() {
  const { account } = route.useParams()
  return (
    <AccountFrame id={account}>
      {({ id }) => (
        <Stack gap="lg">
          <OrdersSection accountId={id} />
          <OpenSection accountId={id} />
        </Stack>
      )}
    </AccountFrame>
  )
}

function OrdersSection({ accountId }: { accountId: number }) {
  const t = useWords(holdWords)
  const columns = useOrderColumns().filter(({ id }) => id !== 'account')
  const list = useHoldOrders({ accountId, limit: MAX_ORDERS })
  const hasMore = (list.data?.nextCursor ?? null) !== null
  return (
    <Section title={t('orders')} aside={<PlaceHold accountId={accountId} />}>
      <PlainTable caption={t('orders')} columns={columns} rowKey={({ id }) => id} list={list} />
      {hasMore && (
        <LinkAnchor to="/operacao/bloqueios" search={{ accountId: String(accountId) }} mt="sm" display="inline-block">
          {t('allOrders')}
        </LinkAnchor>
      )}
    </Section>
  )
}

const MAX_ORDERS = 10

function OpenSection({ accountId }: { accountId: number }) {
  const t = useWords(holdWords)
  const shared = useWords(operatorWords)
  const search = route.useSearch()
  const { set, clear } = useFilters()
  const columns = useHoldColumns()
  return (
    <Section title={t('open')}>
      <FilterBar label={shared('filters')} onClear={search.reason === undefined ? null : clear}>
        <ChoiceFilter
          label={t('columns.reason')}
          any={shared('any')}
          value={search.reason}
          options={HOLD_REASONS}
          name={reason => t(`reasons.${reason}`)}
          onPick={reason => set({ reason })}
        />
      </FilterBar>
      <CursorTable
        caption={t('open')}
        columns={columns}
        card={hold => <RowCards columns={columns} row={hold} />}
        rowKey={({ id }) => id}
        list={useOpenHolds(accountId, search)}
        empty={<Nothing />}
      />
    </Section>
  )
}

function useHoldColumns(): Column<OpenHold>[] {
  const t = useWords(holdWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'reason', header: t('columns.reason'), cell: ({ reason }) => t(`reasons.${reason}`) },
    { id: 'subject', header: t('columns.subject'), cell: hold => <Subject hold={hold} /> },
    {
      id: 'release',
      header: t('columns.release'),
      cell: ({ releaseAt }) => (releaseAt === null ? '–' : <Moment at={releaseAt} form="day" />),
    },
    { id: 'created', header: shared('created'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      id: 'original',
      header: t('columns.original'),
      isNumber: true,
      cell: ({ originalAmount }) => <Money centavos={originalAmount} c="dimmed" />,
    },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
  ]
}

function Subject({ hold: { subject, subjectId, document } }: { hold: OpenHold }) {
  const t = useWords(holdWords)
  const name = `${t(`subjects.${subject}`)} ${document ?? subjectId}`
  if (subject !== 'dispute') return <Breaking>{name}</Breaking>
  return (
    <LinkAnchor to="/operacao/disputas/$dispute" params={{ dispute: subjectId }} underline="always" inherit>
      <Breaking>{name}</Breaking>
    </LinkAnchor>
  )
}
