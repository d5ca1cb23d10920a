// A month as a table of weeks; on a phone the days on which something is, one below the other. A day leads to its debits.
import { Link } from '@tanstack/react-router'
import type { Calendar } from '../../api/recurrence/calendar.ts'
import classes from '../../ui/calendar/calendar.module.css'
import { MonthTable } from '../../ui/calendar/month-table.tsx'
import { useNarrow } from '../../ui/tables/rows-table.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { calendarWords } from './calendar-words.ts'
import { type Day, DaySums } from './kinds.tsx'

interface GridProps {
  calendar: Calendar
  chosen: string | undefined
}

export function MonthGrid(props: GridProps) {
  return useNarrow() ? <Agenda {...props} /> : <Weeks {...props} />
}

function Weeks({ calendar, chosen }: GridProps) {
  const t = useWords(calendarWords)
  const { locale } = useLanguage()
  const { month, today } = calendar
  const byDay = new Map<string, Day>(calendar.days.map(day => [day.day, day]))
  const name = dayText(`${month}-01`, locale, { month: 'long', year: 'numeric' })
  return (
    <MonthTable
      caption={t('month', { month: name })}
      month={month}
      today={today}
      cell={date => <Cell date={date} day={byDay.get(date)} month={month} chosen={chosen} />}
    />
  )
}

interface CellProps {
  date: string
  day: Day | undefined
  month: string
  chosen: string | undefined
}

function Cell({ date, day, month, chosen }: CellProps) {
  const { locale } = useLanguage()
  const number = Number(date.slice(-2))
  if (day === undefined) return <span className={classes.number}>{number}</span>
  return (
    <DayLink date={date} month={month} chosen={chosen}>
      <span className={classes.number} aria-hidden>
        {number}
      </span>
      <span className="only-heard">{dayText(date, locale, { day: 'numeric', month: 'long' })}. </span>
      <DaySums day={day} isShort />
    </DayLink>
  )
}

function Agenda({ calendar, chosen }: GridProps) {
  const { locale } = useLanguage()
  return (
    <ul className={classes.agenda}>
      {calendar.days.map(day => (
        <li key={day.day} data-today={day.day === calendar.today}>
          <DayLink date={day.day} month={calendar.month} chosen={chosen}>
            <span className={classes.date}>
              {dayText(day.day, locale, { weekday: 'short', day: 'numeric', month: 'short' })}
            </span>
            <DaySums day={day} isShort={false} />
          </DayLink>
        </li>
      ))}
    </ul>
  )
}

interface DayLinkProps {
  date: string
  month: string
  chosen: string | undefined
  children: React.ReactNode
}

const DayLink = ({ date, month, chosen, children }: DayLinkProps) => (
  <Link
    to="/recorrencias/calendario"
    search={{ mes: month, dia: date }}
    resetScroll={false}
    className={classes.day ?? ''}
    {...(date === chosen && { 'aria-current': 'date' as const })}
  >
    {children}
  </Link>
)
