// The due factor of a boleto: days since 1997-10-07 in four digits, which began again at 1000 on 2025-02-22. A factor above 999 therefore
// names two days, 9,000 days apart, and only a day near which it must lie tells them apart. 0000 names none.
import { addDays, type LocalDate } from '../calendar/local-time.ts'

const FIRST_DAY = '1997-10-07' as LocalDate
const SECOND_DAY = '2025-02-22' as LocalDate
const LAST_DAY = '2049-10-13' as LocalDate
const FIRST_OF_SECOND = 1_000
const NO_DUE_DAY = '0000'

/** Throws a RangeError for a day that no factor names. */
export function dueFactorOf(dueOn: LocalDate | null): string {
  if (dueOn === null) return NO_DUE_DAY
  if (dueOn <= FIRST_DAY || dueOn > LAST_DAY) throw new RangeError(`no due factor names ${dueOn}`)
  const factor = dueOn < SECOND_DAY ? daysBetween(FIRST_DAY, dueOn) : FIRST_OF_SECOND + daysBetween(SECOND_DAY, dueOn)
  return String(factor).padStart(NO_DUE_DAY.length, '0')
}

/** The day that the factor names nearest to `near`; null where it names none. */
export function dueDayOf(factor: string, near: LocalDate): LocalDate | null {
  const count = Number(factor)
  if (!/^\d{4}$/.test(factor)) throw new RangeError(`${factor} is no due factor`)
  if (factor === NO_DUE_DAY) return null
  const first = addDays(FIRST_DAY, count)
  if (count < FIRST_OF_SECOND) return first
  const second = addDays(SECOND_DAY, count - FIRST_OF_SECOND)
  return Math.abs(daysBetween(near, second)) < Math.abs(daysBetween(near, first)) ? second : first
}

const daysBetween = (from: LocalDate, to: LocalDate): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days
