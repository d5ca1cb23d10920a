// The parts of a month, or of one day of it, each with its sale.
import { Group, Stack, Text } from '@mantine/core'
import { IconCalendarDollar } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type Receivable, useReceivables } from '../api/money/receivables.ts'
import { EmptyState } from '../ui/feedback/states.tsx'
import { StatusBadge, type Tone } from '../ui/feedback/status-badge.tsx'
import { Section } from '../ui/layout/section.tsx'
import { LinkButton } from '../ui/navigation/links.tsx'
import { CursorTable } from '../ui/tables/cursor-table.tsx'
import { RowLink } from '../ui/tables/row-link.tsx'
import type { Column } from '../ui/tables/rows-table.tsx'
import { dayOf, dayText } from '../ui/values/moment.tsx'
import { Money } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { receivableWords } from './words.ts'

const route = getRouteApi('/shell/extrato/$view')

interface PartsListProps {
  month: string
  days: { from: string; to: string }
  method: string | undefined
  /** The account has none at all. */
  isNone: boolean
}

export function PartsList({ month, days, method, isNone }: PartsListProps) {
  const t = useWords(receivableWords)
  const { locale } = useLanguage()
  const { from, to, cursor, limit } = route.useSearch()
  const dia = from === to ? from : undefined
  const page = { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) }
  const list = useReceivables({ ...days, method, ...page })
  const title =
    dia === undefined
      ? t('partsOfMonth', { month: dayText(days.from, locale, { month: 'long', year: 'numeric' }) })
      : t('partsOfDay', { day: dayText(dia, locale, { dateStyle: 'long' }) })
  return (
    <div aria-live="polite">
      <Section title={title} aside={dia !== undefined && <WholeMonth month={month} method={method} />}>
        <CursorTable
          caption={title}
          columns={useColumns()}
          card={part => <PartCard part={part} />}
          rowKey={({ id }) => id}
          list={list}
          empty={
            <EmptyState icon={<IconCalendarDollar />} title={t(isNone ? 'empty.title' : 'empty.found')}>
              {t(isNone ? 'empty.text' : 'empty.otherMonths')}
            </EmptyState>
          }
        />
      </Section>
    </div>
  )
}

function WholeMonth({ month, method }: { month: string; method: string | undefined }) {
  const t = useWords(receivableWords)
  return (
    <LinkButton
      to="/extrato/$view"
      params={{ view: 'agenda' }}
      search={{ from: `${month}-01`, ...(method !== undefined && { ref: method }) }}
      resetScroll={false}
      variant="subtle"
    >
      {t('wholeMonth')}
    </LinkButton>
  )
}

function useColumns(): Column<Receivable>[] {
  const t = useWords(receivableWords)
  const { locale } = useLanguage()
  return [
    { id: 'day', header: t('columns.day'), cell: ({ expectedOn }) => dayText(expectedOn, locale) },
    { id: 'sale', header: t('columns.sale'), cell: part => <PartLink part={part} /> },
    { id: 'method', header: t('columns.method'), cell: ({ paymentMethod }) => t(`methods.${paymentMethod}`) },
    { id: 'status', header: t('columns.status'), cell: part => <PartStatus part={part} /> },
    { id: 'held', header: t('columns.held'), isNumber: true, cell: ({ held }) => <Money centavos={held} /> },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
  ]
}

function PartLink({ part: { saleId, saleUuid, part, parts } }: { part: Receivable }) {
  const t = useWords(receivableWords)
  return (
    <>
      <RowLink to="/vendas/$sale" params={{ sale: saleUuid }}>
        {t('part', { sale: saleId })}
      </RowLink>
      {parts > 1 && (
        <Text size="sm" c="dimmed">
          {t('ofParts', { part, parts })}
        </Text>
      )}
    </>
  )
}

const TONES: Record<Receivable['status'], Tone> = {
  EXPECTED: 'waiting',
  REDUCED: 'attention',
  SETTLED: 'good',
  CANCELLED: 'quiet',
}

function PartStatus({ part: { status, expectedOn } }: { part: Receivable }) {
  const t = useWords(receivableWords)
  const isOwed = status === 'EXPECTED' || status === 'REDUCED'
  if (isOwed && expectedOn < dayOf(new Date())) return <StatusBadge tone="bad">{t('late')}</StatusBadge>
  return <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>
}

function PartCard({ part }: { part: Receivable }) {
  const t = useWords(receivableWords)
  const { locale } = useLanguage()
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <PartLink part={part} />
        </div>
        <Money centavos={part.amount} fw={600} />
      </Group>
      <Group gap="xs" justify="space-between">
        <PartStatus part={part} />
        <Text size="sm" c="dimmed">
          {t(`methods.${part.paymentMethod}`)} · {dayText(part.expectedOn, locale)}
        </Text>
      </Group>
    </Stack>
  )
}
