// The calendar of all recurrences: a month with what each day is expected to bring, and the debits of the day that is chosen.
import { Group, Stack, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type Calendar, useCalendar } from '../../api/recurrence/calendar.ts'
import { isMonth, monthAfter } from '../../ui/calendar/months.ts'
import { ErrorState, LoadingBlock } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { AroundRecurrences } from '../around.tsx'
import { calendarWords } from './calendar-words.ts'
import { DaySection } from './day-section.tsx'
import { KINDS, KindMark, useSumText } from './kinds.tsx'
import { MonthGrid } from './month-grid.tsx'

const route = getRouteApi('/shell/recorrencias/calendario')

const MONTH_HEIGHT = 560

export function RecurrenceCalendarPage() {
  const t = useWords(calendarWords)
  const { mes, dia } = route.useSearch()
  const { data, error, isPending, isLoadingError, refetch } = useCalendar(isMonth(mes) ? mes : dia?.slice(0, 7))
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <AroundRecurrences />
      {isPending && <LoadingBlock height={MONTH_HEIGHT} />}
      {isLoadingError && <ErrorState error={error} retry={() => void refetch()} />}
      {data !== undefined && <Month calendar={data} chosen={dia} />}
    </>
  )
}

function Month({ calendar, chosen }: { calendar: Calendar; chosen: string | undefined }) {
  const t = useWords(calendarWords)
  const isEmpty = calendar.days.length === 0
  return (
    <Stack gap="md">
      <Totals calendar={calendar} />
      {isEmpty && <Text c="dimmed">{t('empty')}</Text>}
      <MonthGrid calendar={calendar} chosen={chosen} />
      <div aria-live="polite">
        {chosen !== undefined && <DaySection key={chosen} day={chosen} />}
        {chosen === undefined && !isEmpty && <Text c="dimmed">{t('choose')}</Text>}
      </div>
    </Stack>
  )
}

function Totals({ calendar }: { calendar: Calendar }) {
  const t = useWords(calendarWords)
  const { locale } = useLanguage()
  const sumText = useSumText()
  const name = dayText(`${calendar.month}-01`, locale, { month: 'long', year: 'numeric' })
  return (
    <Section title={t('month', { month: name })} aside={<Turning calendar={calendar} />}>
      <Facts
        areBeside
        facts={KINDS.map(kind => ({
          name: t(`kinds.${kind}`),
          value: (
            <Group gap={6} component="span" wrap="nowrap">
              <KindMark kind={kind} />
              {sumText(calendar.total[kind])}
            </Group>
          ),
        }))}
      />
    </Section>
  )
}

function Turning({ calendar: { month, today } }: { calendar: Calendar }) {
  const t = useWords(calendarWords)
  const now = today.slice(0, 7)
  const to = '/recorrencias/calendario'
  return (
    <Group gap="xs">
      {month !== now && (
        <LinkButton to={to} search={{ mes: now }} resetScroll={false} variant="subtle">
          {t('now')}
        </LinkButton>
      )}
      {TURNS.map(({ name, months, Icon }) => (
        <LinkButton
          key={name}
          to={to}
          search={{ mes: monthAfter(month, months) }}
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
