// A month with what is released on each of its days; on a phone the days on which something is, one below the other.
import { Group } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { AgendaDay, AgendaMonth } from '../api/money/receivables.ts'
import classes from '../ui/calendar/calendar.module.css'
import { MonthTable } from '../ui/calendar/month-table.tsx'
import { useNarrow } from '../ui/tables/rows-table.tsx'
import { dayText } from '../ui/values/moment.tsx'
import { moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { receivableWords } from './words.ts'

const route = getRouteApi('/shell/extrato/$view')

interface GridProps {
  agenda: AgendaMonth
  month: string
  chosen: string | undefined
}

export function AgendaGrid(props: GridProps) {
  return useNarrow() ? <DayList {...props} /> : <Weeks {...props} />
}

function Weeks({ agenda, month, chosen }: GridProps) {
  const t = useWords(receivableWords)
  const { locale } = useLanguage()
  const byDay = new Map<string, AgendaDay>(agenda.data.map(day => [day.day, day]))
  const name = dayText(`${month}-01`, locale, { month: 'long', year: 'numeric' })
  return (
    <MonthTable
      caption={t('month', { month: name })}
      month={month}
      today={agenda.today}
      cell={date => <Cell date={date} day={byDay.get(date)} chosen={chosen} />}
    />
  )
}

interface CellProps {
  date: string
  day: AgendaDay | undefined
  chosen: string | undefined
}

function Cell({ date, day, chosen }: CellProps) {
  const { locale } = useLanguage()
  const number = Number(date.slice(-2))
  if (day === undefined) return <span className={classes.number}>{number}</span>
  return (
    <DayLink date={date} chosen={chosen}>
      <span className={classes.number} aria-hidden>
        {number}
      </span>
      <span className="only-heard">{dayText(date, locale, { day: 'numeric', month: 'long' })}. </span>
      <DaySums day={day} />
    </DayLink>
  )
}

function DayList({ agenda, chosen }: GridProps) {
  const { locale } = useLanguage()
  return (
    <ul className={classes.agenda}>
      {agenda.data.map(day => (
        <li key={day.day} data-today={day.day === agenda.today}>
          <DayLink date={day.day} chosen={chosen}>
            <span className={classes.date}>
              {dayText(day.day, locale, { weekday: 'short', day: 'numeric', month: 'short' })}
            </span>
            <DaySums day={day} />
          </DayLink>
        </li>
      ))}
    </ul>
  )
}

const ICONS = { expected: IconHourglass, settled: IconCircleCheck, late: IconAlertTriangle }
type Kind = keyof typeof ICONS

/** Each has a shape of its own beside its colour. */
function DaySums({ day }: { day: AgendaDay }) {
  const t = useWords(receivableWords)
  const { locale } = useLanguage()
  const sums: [Kind, number][] = [
    ['late', day.late],
    ['expected', day.expected - day.late],
    ['settled', day.settled],
  ]
  return sums
    .filter(([, amount]) => amount > 0)
    .map(([kind, amount]) => {
      const Icon = ICONS[kind]
      return (
        <Group key={kind} component="span" gap={4} wrap="nowrap" className={classes.sum}>
          <Icon size={14} className={classes.mark} data-kind={kind} aria-hidden />
          <span className="only-heard">{t(`kinds.${kind}`)}: </span>
          <span className={classes.short}>{moneyText(amount, locale)}</span>
        </Group>
      )
    })
}

interface DayLinkProps {
  date: string
  chosen: string | undefined
  children: React.ReactNode
}

function DayLink({ date, chosen, children }: DayLinkProps) {
  const { ref } = route.useSearch()
  return (
    <Link
      to="/extrato/$view"
      params={{ view: 'agenda' }}
      search={{ from: date, to: date, ...(ref !== undefined && { ref }) }}
      resetScroll={false}
      className={classes.day ?? ''}
      {...(date === chosen && { 'aria-current': 'date' as const })}
    >
      {children}
    </Link>
  )
}
