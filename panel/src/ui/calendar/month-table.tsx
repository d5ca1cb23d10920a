// A month as a table of weeks. What stands in the cell of a day is the caller's.
import type { ReactNode } from 'react'
import { useLanguage } from '../../words/use-language.ts'
import classes from './calendar.module.css'
import { weekdays, weeksOf } from './months.ts'

interface MonthTableProps {
  /** For screen readers. */
  caption: string
  /** 2027-02 */
  month: string
  today: string
  cell: (day: string) => ReactNode
}

export function MonthTable({ caption, month, today, cell }: MonthTableProps) {
  const { locale } = useLanguage()
  const long = weekdays(locale, 'long')
  return (
    <table className={classes.month}>
      <caption className="only-heard">{caption}</caption>
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
        {weeksOf(month).map((week, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: weeks stay in their order
          <tr key={n}>
            {week.map((day, weekday) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: and days
              <td key={weekday} data-today={day === today} data-other={day === null}>
                {day !== null && cell(day)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
