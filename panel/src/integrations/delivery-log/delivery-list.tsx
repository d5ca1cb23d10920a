// The deliveries of a webhook.
import { Group, Stack, Text } from '@mantine/core'
import { IconSearchOff, IconSend } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTotals } from '../../api/money/totals.ts'
import { type DeliveryEntry, deliveriesKey, useDeliveries } from '../../api/notification/deliveries.ts'
import type { Webhook } from '../../api/notification/webhooks.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { ChoiceFilter, DayInput, FilterBar, SearchInput } from '../../ui/filters/filter-bar.tsx'
import { PeriodPresets } from '../../ui/filters/period-presets.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { Code, Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../ui/tables/list-totals.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { useEventName } from '../events/events.ts'
import { DeliveryAbout } from './delivery-about.tsx'
import { DELIVERY_STATUS_NAMES, DELIVERY_TONES } from './delivery-status.ts'
import { deliveryWords } from './delivery-words.ts'
import { ResendFailed } from './resend-failed.tsx'

const route = getRouteApi('/shell/integracoes/webhooks/$webhook')

export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const t = useWords(deliveryWords)
  const search = route.useSearch()
  const list = useDeliveries(webhook.id, search)
  const totals = useTotals(deliveriesKey, `/api/webhook/${webhook.id}/deliveries/totals`, search)
  const { status, event, sale, q, from, to } = search
  const isFiltered = [status, event, sale, q, from, to].some(value => value !== undefined)
  return (
    <Section
      title={t('title')}
      aside={
        <IfMay route="POST /api/webhook/:id/resend-failed">
          <ResendFailed webhook={webhook} />
        </IfMay>
      }
    >
      <DeliveryFilters webhook={webhook} />
      {search.sale !== undefined && <OfSale sale={search.sale} />}
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('caption')}
        columns={useColumns()}
        card={entry => <EntryCard entry={entry} />}
        rowKey={({ id }) => id}
        list={list}
        empty={<NoDeliveries isFiltered={isFiltered} />}
      />
    </Section>
  )
}

function DeliveryFilters({ webhook: { events } }: { webhook: Webhook }) {
  const t = useWords(deliveryWords)
  const { status, event, sale, q, from, to } = route.useSearch()
  const { set, clear } = useFilters()
  const common = useWords(commonWords)
  const active = [status, event, sale, from, to].filter(value => value !== undefined).length
  const nameOf = useEventName()
  return (
    <>
      <FilterBar
        label={t('filters.label')}
        active={active}
        onClear={active > 0 || q !== undefined ? clear : null}
        search={
          <SearchInput
            label={t('filters.search')}
            placeholder={t('filters.searchHint')}
            value={q ?? ''}
            onSearch={text => set({ q: text })}
          />
        }
      >
        <ChoiceFilter
          label={t('filters.status')}
          any={t('filters.any')}
          value={status}
          options={DELIVERY_STATUS_NAMES}
          name={name => t(`status.${name}`)}
          onPick={name => set({ status: name })}
        />
        <ChoiceFilter
          label={t('filters.event')}
          any={t('filters.anyEvent')}
          value={event}
          options={withChosen(events, event)}
          name={nameOf}
          onPick={name => set({ event: name })}
        />
        <DayInput label={common('filters.from')} value={from ?? ''} onChange={day => set({ from: day })} />
        <DayInput label={common('filters.to')} value={to ?? ''} onChange={day => set({ to: day })} />
      </FilterBar>
      <PeriodPresets period={{ from, to }} />
    </>
  )
}

/** The list shows one sale's only; one comes here from that sale. */
function OfSale({ sale }: { sale: string }) {
  const t = useWords(deliveryWords)
  return (
    <Text size="sm" mb="md">
      {t('filters.ofSale')}{' '}
      <LinkAnchor to="/vendas/$sale" params={{ sale }} inherit underline="always">
        {t('filters.toSale')}
      </LinkAnchor>
    </Text>
  )
}

/** The event in the address is offered too, also if the webhook does not subscribe to it any more. */
const withChosen = (events: string[], event: string | undefined): string[] =>
  event === undefined || events.includes(event) ? events : [...events, event]

function useColumns(): Column<DeliveryEntry>[] {
  const t = useWords(deliveryWords)
  return [
    { id: 'event', header: t('columns.event'), cell: entry => <EntryLink entry={entry} /> },
    { id: 'about', header: t('columns.about'), cell: entry => <DeliveryAbout about={entry.about} /> },
    {
      id: 'amount',
      header: t('columns.amount'),
      isNumber: true,
      cell: entry => <Money centavos={entry.about?.amount ?? null} />,
    },
    { id: 'at', header: t('columns.at'), cell: entry => <Moment at={entry.createdAt} /> },
    { id: 'status', header: t('columns.status'), cell: entry => <DeliveryStatusBadge status={entry.status} /> },
    { id: 'answer', header: t('columns.answer'), isNumber: true, cell: entry => entry.httpStatus ?? '–' },
    { id: 'attempts', header: t('columns.attempts'), isNumber: true, cell: entry => entry.attempts },
  ]
}

interface OfEntry {
  entry: DeliveryEntry
}

function EntryLink({ entry: { id, webhookId, event } }: OfEntry) {
  const t = useWords(deliveryWords)
  const nameOf = useEventName()
  return (
    <div>
      <RowLink
        to="/integracoes/webhooks/$webhook/entregas/$delivery"
        params={{ webhook: String(webhookId), delivery: String(id) }}
      >
        {event === null ? t('gone') : nameOf(event)}
      </RowLink>
      {event !== null && (
        <Text size="xs" c="dimmed" component="div">
          <Code>{event}</Code>
        </Text>
      )}
    </div>
  )
}

export function DeliveryStatusBadge({ status }: { status: DeliveryEntry['status'] }) {
  const t = useWords(deliveryWords)
  return <StatusBadge tone={DELIVERY_TONES[status]}>{t(`status.${status}`)}</StatusBadge>
}

function EntryCard({ entry }: OfEntry) {
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <EntryLink entry={entry} />
        <DeliveryStatusBadge status={entry.status} />
      </Group>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <DeliveryAbout about={entry.about} />
        <Money centavos={entry.about?.amount ?? null} />
      </Group>
      <Text size="sm" c="dimmed">
        <Moment at={entry.createdAt} />
        {entry.httpStatus !== null && ` · HTTP ${entry.httpStatus}`}
      </Text>
    </Stack>
  )
}

function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  const t = useWords(deliveryWords)
  return isFiltered ? (
    <EmptyState icon={<IconSearchOff />} title={t('empty.foundTitle')}>
      {t('empty.found')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconSend />} title={t('empty.title')}>
      {t('empty.text')}
    </EmptyState>
  )
}
