// The days on which banks settle: neither Saturdays, Sundays nor the national holidays of banks. Holidays of a state or a town
// cannot be known here; where one matters, the bank's own date is the truth. Nothing here reads a clock.
import { addDays, type LocalDate, weekdayOf } from './local-time.ts'

interface Fixed {
  /** Month and day. */
  on: string
  name: string
  since?: number
}

const FIXED: readonly Fixed[] = [
  { on: '01-01', name: 'Confraternização Universal' },
  { on: '04-21', name: 'Tiradentes' },
  { on: '05-01', name: 'Dia do Trabalho' },
  { on: '09-07', name: 'Independência do Brasil' },
  { on: '10-12', name: 'Nossa Senhora Aparecida' },
  { on: '11-02', name: 'Finados' },
  { on: '11-15', name: 'Proclamação da República' },
  // Lei 14.759/2023.
  { on: '11-20', name: 'Dia da Consciência Negra', since: 2024 },
  { on: '12-25', name: 'Natal' },
]

/** Days from Easter Sunday. */
const MOVING: readonly { days: number; name: string }[] = [
  { days: -48, name: 'Carnaval' },
  { days: -47, name: 'Carnaval' },
  { days: -2, name: 'Sexta-feira Santa' },
  { days: 60, name: 'Corpus Christi' },
]

/** All Souls' Day has been in the list without a break since then. */
const FIRST_YEAR = 2003

/** The holidays of a year in their order. Throws a RangeError for years that the list does not hold for. */
export function holidaysOf(year: number): ReadonlyMap<LocalDate, string> {
  const known = years.get(year)
  if (known !== undefined) return known
  if (!Number.isInteger(year) || year < FIRST_YEAR || year > 9999)
    throw new RangeError(`the holidays of ${year} are not known here; they are from ${FIRST_YEAR} on`)
  const easter = easterOf(year)
  const days: [LocalDate, string][] = [
    ...FIXED.filter(({ since = 0 }) => year >= since).map(({ on, name }): [LocalDate, string] => [
      dayOf(year, on),
      name,
    ]),
    ...MOVING.map(({ days, name }): [LocalDate, string] => [addDays(easter, days), name]),
  ]
  // Two on one day, as Tiradentes on Good Friday in 2000 and 2079, are one holiday with the fixed one's name.
  const holidays = new Map(days.reverse().toSorted(([one], [other]) => (one < other ? -1 : Number(one > other))))
  years.set(year, holidays)
  return holidays
}

// What was worked out once; it depends on the year alone.
const years = new Map<number, ReadonlyMap<LocalDate, string>>()

/** The name of the holiday on this day; null on any other. */
export const holidayOn = (date: LocalDate): string | null => holidaysOf(yearOf(date)).get(date) ?? null

export const isBusinessDay = (date: LocalDate): boolean => weekdayOf(date) < SATURDAY && holidayOn(date) === null

/** The day itself where it is one, else the next: what becomes of a due date on which banks rest. */
export function businessDayFrom(date: LocalDate): LocalDate {
  let day = date
  while (!isBusinessDay(day)) day = addDays(day, 1)
  return day
}

/** So many business days later, or earlier where `count` is below zero; for 0 the day itself, whatever it is. */
export function addBusinessDays(date: LocalDate, count: number): LocalDate {
  if (!Number.isInteger(count)) throw new RangeError(`${count} is no whole number of days`)
  const step = Math.sign(count)
  let day = date
  for (let left = Math.abs(count); left > 0; ) {
    day = addDays(day, step)
    if (isBusinessDay(day)) left--
  }
  return day
}

const SATURDAY = 6
const yearOf = (date: LocalDate) => Number(date.slice(0, 4))
const dayOf = (year: number, monthAndDay: string) => `${year}-${monthAndDay}` as LocalDate

/** Easter Sunday of the Gregorian calendar, by the anonymous algorithm that Meeus gives. */
export function easterOf(year: number): LocalDate {
  const [golden, century, ofCentury] = [year % 19, Math.floor(year / 100), year % 100]
  const [leapCenturies, centuryRest] = [Math.floor(century / 4), century % 4]
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - leapCenturies - correction + 15) % 30
  const sunday = (32 + 2 * centuryRest + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * sunday) / 451)
  const days = moon + sunday - 7 * late + 114
  const [month, day] = [Math.floor(days / 31), (days % 31) + 1]
  return dayOf(year, `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)
}
