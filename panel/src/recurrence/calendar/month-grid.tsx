// A month as a table of weeks; on a phone the days on which something is, one below the other. A day leads to its debits.
import { Link } from '@tanstack/react-router'
import type { Calendar } from '../../api/recurrence/calendar.ts'
import { useNarrow } from '../../ui/tables/rows-table.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import classes from './calendar.module.css'
import { calendarWords } from './calendar-words.ts'
import { type Day, DaySums } from './kinds.tsx'
import { weekdays, weeksOf } from './months.ts'

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
  const byDay = new Map<string, Day>(calendar.days.map(day => [day.day, day]))
  const name = dayText(`${calendar.month}-01`, locale, { month: 'long', year: 'numeric' })
  const long = weekdays(locale, 'long')
  return (
    <table className={classes.month}>
      <caption className="only-heard">{t('month', { month: name })}</caption>
      <thead>
        <tr>
          {weekdays(locale, 'short').map((weekday, n) => (
            <th key={weekday} scope="col" abbr={long[n]}>
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(calendar.month).map((week, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: weeks stay in their order
          <tr key={n}>
            {week.map((day, weekday) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: and days
              <td key={weekday} data-today={day === calendar.today} data-other={day === null}>
                {day !== null && <Cell date={day} day={byDay.get(day)} month={calendar.month} chosen={chosen} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
