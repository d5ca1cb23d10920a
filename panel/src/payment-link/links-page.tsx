// The list of payment links.
import { Group, Stack, Text } from '@mantine/core'
import { IconLink, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { linksKey } from '../api/money/checkout-keys.ts'
import { type PaymentLink, useLinks } from '../api/money/payment-links.ts'
import { useTotals } from '../api/money/totals.ts'
import { EmptyState } from '../ui/feedback/states.tsx'
import { ChoiceFilter, FilterBar } from '../ui/filters/filter-bar.tsx'
import { useFilters } from '../ui/filters/use-filters.ts'
import { IfMay } from '../ui/layout/if-may.tsx'
import { LinkButton } from '../ui/navigation/links.tsx'
import { CursorTable } from '../ui/tables/cursor-table.tsx'
import { ListTotals } from '../ui/tables/list-totals.tsx'
import { RowLink } from '../ui/tables/row-link.tsx'
import type { Column } from '../ui/tables/rows-table.tsx'
import { useWords } from '../words/words.ts'
import { CheckoutsHeader } from './frame.tsx'
import { LinkStatusBadge, useConversionText, usePriceText, useSoldText } from './link-status.tsx'
import { LINK_STATUSES } from './status.ts'
import { linkWords } from './words.ts'

const route = getRouteApi('/shell/links')

export function LinksPage() {
  const t = useWords(linkWords)
  const search = route.useSearch()
  return (
    <>
      <CheckoutsHeader title={t('title')} description={t('description')} actions={<NewLink />} />
      <Filters />
      <ListTotals totals={useTotals(linksKey, '/api/account/payment-links/totals', search)} />
      <CursorTable
        caption={t('caption')}
        columns={useColumns()}
        card={link => <LinkCard link={link} />}
        rowKey={({ uuid }) => uuid}
        list={useLinks(search)}
        empty={<NoLinks isFiltered={search.status !== undefined} />}
      />
    </>
  )
}

function NewLink() {
  const t = useWords(linkWords)
  return (
    <IfMay route="POST /api/account/payment-links">
      <LinkButton to="/links/novo" leftSection={<IconPlus size={18} />}>
        {t('create')}
      </LinkButton>
    </IfMay>
  )
}

function Filters() {
  const t = useWords(linkWords)
  const { status } = route.useSearch()
  const { set, clear } = useFilters()
  return (
    <FilterBar label={t('filters.label')} onClear={status === undefined ? null : clear}>
      <ChoiceFilter
        label={t('filters.status')}
        any={t('filters.any')}
        value={status}
        options={LINK_STATUSES}
        name={name => t(`status.${name}`)}
        onPick={picked => set({ status: picked })}
      />
    </FilterBar>
  )
}

function useColumns(): Column<PaymentLink>[] {
  const t = useWords(linkWords)
  const [price, sold, conversion] = [usePriceText(), useSoldText(), useConversionText()]
  const figures = (text: string) => <span className="figures">{text}</span>
  return [
    { id: 'title', header: t('columns.title'), cell: link => <LinkName link={link} /> },
    { id: 'status', header: t('columns.status'), cell: link => <LinkStatusBadge link={link} /> },
    { id: 'price', header: t('columns.price'), isNumber: true, cell: link => figures(price(link)) },
    { id: 'sold', header: t('columns.sold'), isNumber: true, cell: link => figures(sold(link)) },
    { id: 'conversion', header: t('columns.conversion'), isNumber: true, cell: link => figures(conversion(link)) },
  ]
}

const LinkName = ({ link }: { link: PaymentLink }) => (
  <RowLink to="/links/$link" params={{ link: link.uuid }}>
    {link.title}
  </RowLink>
)

function LinkCard({ link }: { link: PaymentLink }) {
  const t = useWords(linkWords)
  const [price, sold] = [usePriceText(), useSoldText()]
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <LinkName link={link} />
        <Text component="span" fw={600} className="figures" ta="right">
          {price(link)}
        </Text>
      </Group>
      <Group justify="space-between" gap="xs">
        <LinkStatusBadge link={link} />
        <Text component="span" c="dimmed" size="sm">
          {t('soldCount', { sold: sold(link) })}
        </Text>
      </Group>
    </Stack>
  )
}

function NoLinks({ isFiltered }: { isFiltered: boolean }) {
  const t = useWords(linkWords)
  return isFiltered ? (
    <EmptyState icon={<IconSearchOff />} title={t('empty.foundTitle')}>
      {t('empty.found')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconLink />} title={t('empty.title')} action={<NewLink />}>
      {t('empty.text')}
    </EmptyState>
  )
}
