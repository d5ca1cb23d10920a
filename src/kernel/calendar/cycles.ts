// The cycles of a recurrence: its first day and its periodicity divide the calendar into cycles, counted from 1. The due day of a
// cycle is its first day. Nothing here reads a clock.
import { addDays, addMonths, type LocalDate } from './local-time.ts'

export const PERIODICITIES = ['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const
export type Periodicity = (typeof PERIODICITIES)[number]

export interface Cycles {
  startsOn: LocalDate
  periodicity: Periodicity
}

/** A week, or so many months. */
const MONTHS: Record<Exclude<Periodicity, 'SEMANAL'>, number> = { MENSAL: 1, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 }

/**
 * The due day of a cycle. It is counted from the first day, never from the cycle before: what begins on January 31 is due on February
 * 28 and on March 31 again.
 */
export function dueOf(cycles: Cycles, cycle: number): LocalDate {
  if (!Number.isInteger(cycle) || cycle < 1) throw new RangeError(`${cycle} is no cycle: they are counted from 1`)
  return after(cycles, cycle - 1)
}

/** The cycle that the day lies in; null before the first. */
export function cycleOf(cycles: Cycles, day: LocalDate): number | null {
  if (day < cycles.startsOn) return null
  const [start, end] = [Temporal.PlainDate.from(cycles.startsOn), Temporal.PlainDate.from(day)]
  if (cycles.periodicity === 'SEMANAL') return Math.floor(start.until(end, { largestUnit: 'day' }).days / 7) + 1
  const months = (end.year - start.year) * 12 + end.month - start.month
  const periods = Math.floor(months / MONTHS[cycles.periodicity])
  // In the last month of the period the day may still be ahead.
  return after(cycles, periods) <= day ? periods + 1 : periods
}

function after({ startsOn, periodicity }: Cycles, periods: number): LocalDate {
  if (periodicity === 'SEMANAL') return addDays(startsOn, periods * 7)
  return addMonths(startsOn, MONTHS[periodicity] * periods)
}
