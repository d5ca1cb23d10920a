// The agenda of receivables: what is released on each day of a month, and the parts behind it.
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AgendaMonth, type Receivable, useAgenda } from '../api/money/receivables.ts'
import { monthAfter } from '../ui/calendar/months.ts'
import { ErrorState, LoadingBlock } from '../ui/feedback/states.tsx'
import { ChoiceFilter, FilterBar } from '../ui/filters/filter-bar.tsx'
import { useFilters } from '../ui/filters/use-filters.ts'
import { Facts, Section } from '../ui/layout/section.tsx'
import { LinkButton } from '../ui/navigation/links.tsx'
import { dayOf, dayText } from '../ui/values/moment.tsx'
import { Money } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { AgendaGrid } from './agenda-grid.tsx'
import { PartsList } from './parts-list.tsx'
import { receivableWords } from './words.ts'

const route = getRouteApi('/shell/extrato/$view')

/** Of a month in five weeks. */
const GRID_HEIGHT = 420

const SETTLED_METHODS: readonly Receivable['paymentMethod'][] = ['BOLETO', 'CREDIT_CARD', 'DEBIT_CARD']

/** An address may name a method that there is not. */
const methodIn = (text: string | undefined) => SETTLED_METHODS.find(method => method === text)

export function Agenda() {
  const { from, to, ref } = route.useSearch()
  const method = methodIn(ref)
  const dia = from === to ? from : undefined
  const month = (from ?? dayOf(new Date())).slice(0, 7)
  const { data, error, isPending, isLoadingError, refetch } = useAgenda({ ...daysOf(month), method })
  return (
    <>
      <AgendaFilters method={method} />
      <Stack gap="md">
        {!isLoadingError && <Totals totals={data?.totals} />}
        <Month month={month} today={data?.today}>
          {isPending && <LoadingBlock height={GRID_HEIGHT} />}
          {isLoadingError && <ErrorState error={error} retry={() => void refetch()} />}
          {data !== undefined && <Days agenda={data} month={month} chosen={dia} />}
        </Month>
        <PartsList
          month={month}
          days={dia === undefined ? daysOf(month) : { from: dia, to: dia }}
          method={method}
          isNone={method === undefined && data?.totals.count === 0}
        />
      </Stack>
    </>
  )
}

function daysOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

function AgendaFilters({ method }: { method: ReturnType<typeof methodIn> }) {
  const t = useWords(receivableWords)
  const { set } = useFilters()
  return (
    <FilterBar label={t('filters.label')} onClear={method === undefined ? null : () => set({ ref: '' })}>
      <ChoiceFilter
        label={t('filters.method')}
        any={t('filters.any')}
        value={method}
        options={SETTLED_METHODS}
        name={name => t(`methods.${name}`)}
        onPick={picked => set({ ref: picked })}
      />
    </FilterBar>
  )
}

/** Undefined: they are on their way, and their room is kept. */
function Totals({ totals }: { totals: AgendaMonth['totals'] | undefined }) {
  const t = useWords(receivableWords)
  const sum = (side: 'held' | 'expected' | 'late') =>
    totals === undefined ? (
      <Skeleton height={24} width={110} />
    ) : (
      <Money centavos={totals[side]} {...(side === 'held' && { fw: 600 })} />
    )
  return (
    <Section title={t('sums.title')}>
      <Facts
        areBeside
        facts={[
          { name: t('sums.held'), value: sum('held') },
          { name: t('sums.expected'), value: sum('expected') },
          totals !== undefined && totals.late > 0 ? { name: t('sums.late'), value: sum('late') } : null,
        ]}
      />
    </Section>
  )
}

interface MonthProps {
  month: string
  /** As the gateway has it; undefined: not known yet. */
  today: string | undefined
  children: ReactNode
}

/** Its buttons stay while another month is on its way, so that one can go on turning. */
function Month({ month, today = dayOf(new Date()), children }: MonthProps) {
  const t = useWords(receivableWords)
  const { locale } = useLanguage()
  const name = dayText(`${month}-01`, locale, { month: 'long', year: 'numeric' })
  return (
    <Section title={t('month', { month: name })} aside={<Turning month={month} now={today.slice(0, 7)} />}>
      {children}
    </Section>
  )
}

function Days(props: { agenda: AgendaMonth; month: string; chosen: string | undefined }) {
  const t = useWords(receivableWords)
  return (
    <>
      {props.agenda.data.length === 0 && (
        <Text c="dimmed" mb="sm">
          {t('emptyMonth')}
        </Text>
      )}
      <AgendaGrid {...props} />
    </>
  )
}

function Turning({ month, now }: { month: string; now: string }) {
  const t = useWords(receivableWords)
  const { ref } = route.useSearch()
  const searchOf = (shown: string) => ({ from: `${shown}-01`, ...(ref !== undefined && { ref }) })
  return (
    <Group gap="xs">
      {month !== now && (
        <LinkButton
          to="/extrato/$view"
          params={{ view: 'agenda' }}
          search={searchOf(now)}
          resetScroll={false}
          variant="subtle"
        >
          {t('now')}
        </LinkButton>
      )}
      {TURNS.map(({ name, months, Icon }) => (
        <LinkButton
          key={name}
          to="/extrato/$view"
          params={{ view: 'agenda' }}
          search={searchOf(monthAfter(month, months))}
          resetScroll={false}
          variant="default"
          px="xs"
          aria-label={t(name)}
        >
          <Icon size={18} />
        </LinkButton>
      ))}
    </Group>
  )
}

const TURNS = [
  { name: 'previous', months: -1, Icon: IconChevronLeft },
  { name: 'next', months: 1, Icon: IconChevronRight },
] as const
