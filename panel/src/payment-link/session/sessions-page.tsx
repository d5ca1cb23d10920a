// The list of checkout sessions.
import { Group, Stack, Text } from '@mantine/core'
import { IconDeviceDesktop, IconSearchOff } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { sessionsKey } from '../../api/money/checkout-keys.ts'
import { type CheckoutSession, useCheckoutSessions } from '../../api/money/checkout-sessions.ts'
import { useTotals } from '../../api/money/totals.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import { ChoiceFilter, FilterBar, SearchInput } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../ui/tables/list-totals.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { CheckoutsHeader } from '../frame.tsx'
import { SESSION_STATUSES } from '../status.ts'
import { SessionActions } from './session-actions.tsx'
import { sessionWords } from './words.ts'

const route = getRouteApi('/shell/links/sessoes')

const MAX_REFERENCE = 64

export function SessionsPage() {
  const t = useWords(sessionWords)
  const search = route.useSearch()
  const isFiltered = search.status !== undefined || search.externalReference !== undefined
  return (
    <>
      <CheckoutsHeader title={t('title')} description={t('description')} />
      <Filters />
      <ListTotals totals={useTotals(sessionsKey, '/api/account/checkouts/totals', search)} />
      <CursorTable
        caption={t('caption')}
        columns={useColumns()}
        card={session => <SessionCard session={session} />}
        rowKey={({ uuid }) => uuid}
        list={useCheckoutSessions(search)}
        empty={
          <EmptyState
            icon={isFiltered ? <IconSearchOff /> : <IconDeviceDesktop />}
            title={t(isFiltered ? 'empty.foundTitle' : 'empty.title')}
          >
            {t(isFiltered ? 'empty.found' : 'empty.text')}
          </EmptyState>
        }
      />
    </>
  )
}

function Filters() {
  const t = useWords(sessionWords)
  const { status, externalReference } = route.useSearch()
  const { set, clear } = useFilters()
  const isSet = status !== undefined || externalReference !== undefined
  return (
    <FilterBar
      label={t('filters.label')}
      active={status === undefined ? 0 : 1}
      onClear={isSet ? clear : null}
      search={
        <SearchInput
          label={t('filters.search')}
          placeholder={t('filters.hint')}
          value={externalReference ?? ''}
          onSearch={text => set({ externalReference: text.slice(0, MAX_REFERENCE) })}
        />
      }
    >
      <ChoiceFilter
        label={t('filters.status')}
        any={t('filters.any')}
        value={status}
        options={SESSION_STATUSES}
        name={name => t(`status.${name}`)}
        onPick={picked => set({ status: picked })}
      />
    </FilterBar>
  )
}

function useColumns(): Column<CheckoutSession>[] {
  const t = useWords(sessionWords)
  return [
    { id: 'what', header: t('columns.what'), cell: session => <Name session={session} /> },
    { id: 'status', header: t('columns.status'), cell: session => <State session={session} /> },
    { id: 'expires', header: t('columns.expires'), cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
    { id: 'end', header: t('columns.end'), cell: session => <SessionActions session={session} /> },
  ]
}

/** By what leads to its buyer, as far as there is one. */
function Name({ session }: { session: CheckoutSession }) {
  const t = useWords(sessionWords)
  const { id, externalReference, items, cart } = session
  const name = externalReference ?? t('named', { id })
  return (
    <div>
      {cart === null ? (
        <Text fw={600}>{name}</Text>
      ) : (
        <LinkAnchor to="/carrinhos/$cart" params={{ cart: cart.uuid }} fw={600} underline="always">
          {name}
        </LinkAnchor>
      )}
      <Text size="sm" c="dimmed">
        {items[0]?.title}
      </Text>
    </div>
  )
}

const TONES = { ACTIVE: 'waiting', EXPIRED: 'quiet', ARCHIVED: 'quiet', PAID: 'good' } as const satisfies Record<
  string,
  Tone
>

function State({ session: { status, cart } }: { session: CheckoutSession }) {
  const t = useWords(sessionWords)
  const state = cart?.state === 'COMPLETED' || cart?.state === 'RECOVERED' ? 'PAID' : status
  return <StatusBadge tone={TONES[state]}>{t(`status.${state}`)}</StatusBadge>
}

const SessionCard = ({ session }: { session: CheckoutSession }) => (
  <Stack gap={6}>
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Name session={session} />
      <Money centavos={session.amount} fw={600} />
    </Group>
    <Group justify="space-between" gap="xs">
      <State session={session} />
      <Text component="span" c="dimmed" size="sm">
        <Moment at={session.expiresAt} />
      </Text>
    </Group>
    <SessionActions session={session} />
  </Stack>
)
