// The carts of the account: what became of those of the last days, and the list.
import { Group, Stack, Text } from '@mantine/core'
import { IconSearchOff, IconShoppingCart } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type Cart, useCarts } from '../api/money/carts.ts'
import { cartsKey } from '../api/money/checkout-keys.ts'
import { useTotals } from '../api/money/totals.ts'
import { EmptyState } from '../ui/feedback/states.tsx'
import { ChoiceFilter, DayInput, FilterBar } from '../ui/filters/filter-bar.tsx'
import { PeriodPresets } from '../ui/filters/period-presets.tsx'
import { filtersIn } from '../ui/filters/search.ts'
import { useFilters } from '../ui/filters/use-filters.ts'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { LinkButton } from '../ui/navigation/links.tsx'
import { CursorTable } from '../ui/tables/cursor-table.tsx'
import { ListTotals } from '../ui/tables/list-totals.tsx'
import { RowLink } from '../ui/tables/row-link.tsx'
import type { Column } from '../ui/tables/rows-table.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { CartStatusBadge, centsOf, useBuyerName } from './cart-status.tsx'
import { Funnel } from './funnel.tsx'
import { CART_STATES } from './status.ts'
import { WebhookHint } from './webhook-hint.tsx'
import { cartWords } from './words.ts'

const route = getRouteApi('/shell/carrinhos')

export function CartsPage() {
  const t = useWords(cartWords)
  const search = route.useSearch()
  const isFiltered = Object.keys(filtersIn(search)).length > 0
  const totals = useTotals(cartsKey, '/api/account/carts/totals', search)
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Stack gap="md">
        <Funnel />
        <WebhookHint />
        <div>
          <Filters />
          <ListTotals totals={totals} />
          <CursorTable
            caption={t('caption')}
            columns={useColumns()}
            card={cart => <CartCard cart={cart} />}
            rowKey={({ uuid }) => uuid}
            list={useCarts(search)}
            empty={<NoCarts isFiltered={isFiltered} />}
          />
        </div>
      </Stack>
    </>
  )
}

function Filters() {
  const t = useWords(cartWords)
  const search = route.useSearch()
  const { state, from, to, checkout } = search
  const { set, clear } = useFilters()
  const isSet = Object.keys(filtersIn(search)).length > 0
  return (
    <>
      <FilterBar label={t('filters.label')} onClear={isSet ? clear : null}>
        <ChoiceFilter
          label={t('filters.state')}
          any={t('filters.any')}
          value={state}
          options={CART_STATES}
          name={name => t(`state.${name}`)}
          onPick={picked => set({ state: picked })}
        />
        <DayInput label={t('filters.from')} value={from ?? ''} onChange={day => set({ from: day })} />
        <DayInput label={t('filters.to')} value={to ?? ''} onChange={day => set({ to: day })} />
        {checkout !== undefined && (
          <Text size="sm" c="dimmed">
            {t('filters.checkout')}
          </Text>
        )}
      </FilterBar>
      <PeriodPresets period={{ from, to }} />
    </>
  )
}

function useColumns(): Column<Cart>[] {
  const t = useWords(cartWords)
  return [
    { id: 'buyer', header: t('columns.buyer'), cell: cart => <CartLink cart={cart} /> },
    { id: 'state', header: t('columns.state'), cell: cart => <CartStatusBadge cart={cart} /> },
    { id: 'activity', header: t('columns.activity'), cell: cart => <Moment at={cart.lastActivityAt} /> },
    {
      id: 'amount',
      header: t('columns.amount'),
      isNumber: true,
      cell: cart => <Money centavos={centsOf(cart.amount)} />,
    },
  ]
}

function CartLink({ cart }: { cart: Cart }) {
  const nameOf = useBuyerName()
  return (
    <RowLink to="/carrinhos/$cart" params={{ cart: cart.uuid }}>
      {nameOf(cart)}
    </RowLink>
  )
}

const CartCard = ({ cart }: { cart: Cart }) => (
  <Stack gap={6}>
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <CartLink cart={cart} />
      <Money centavos={centsOf(cart.amount)} fw={600} />
    </Group>
    <Group justify="space-between" gap="xs">
      <CartStatusBadge cart={cart} />
      <Text component="span" c="dimmed" size="sm">
        <Moment at={cart.lastActivityAt} />
      </Text>
    </Group>
  </Stack>
)

function NoCarts({ isFiltered }: { isFiltered: boolean }) {
  const t = useWords(cartWords)
  const toLinks = (
    <LinkButton to="/links" variant="default">
      {t('empty.links')}
    </LinkButton>
  )
  return isFiltered ? (
    <EmptyState icon={<IconSearchOff />} title={t('empty.foundTitle')}>
      {t('empty.found')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconShoppingCart />} title={t('empty.title')} action={toLinks}>
      {t('empty.text')}
    </EmptyState>
  )
}
