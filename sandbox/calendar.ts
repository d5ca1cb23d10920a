// Days and times of day in São Paulo, by which banks count, and the cycles of a recurrence. Pure.
import { addDays, boundsOf, dateAt, type LocalDate } from '#kernel/calendar/local-time.ts'
import { MINUTE_MS } from '#kernel/time.ts'

export const PERIODICITIES = ['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const
export type Periodicity = (typeof PERIODICITIES)[number]

export const dayAt = (at: number): LocalDate => dateAt(new Date(at))

/** The instant at which it is so late on that day in São Paulo. */
export const instantOn = (day: LocalDate, hour: number, minute = 0): number =>
  boundsOf(day).from.getTime() + (hour * 60 + minute) * MINUTE_MS

const MONTHS: Record<Exclude<Periodicity, 'SEMANAL'>, number> = { MENSAL: 1, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 }

/** The day on which a cycle begins, the first being 1. It is counted from the first day: 31 January, 28 February, 31 March. */
export function cycleStart(first: LocalDate, periodicity: Periodicity, cycle: number): LocalDate {
  if (periodicity === 'SEMANAL') return addDays(first, 7 * (cycle - 1))
  const months = MONTHS[periodicity] * (cycle - 1)
  return Temporal.PlainDate.from(first).add({ months }).toString() as LocalDate
}

/** The cycle that a day lies in; 0 for days before the first. */
export function cycleOf(first: LocalDate, periodicity: Periodicity, day: LocalDate): number {
  if (day < first) return 0
  const { days, months } = Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(day), {
    largestUnit: periodicity === 'SEMANAL' ? 'days' : 'months',
  })
  const guess = periodicity === 'SEMANAL' ? Math.floor(days / 7) : Math.floor(months / MONTHS[periodicity])
  // At the end of a month the count of whole months is one short: 31 January to 28 February is none.
  return cycleStart(first, periodicity, guess + 2) <= day ? guess + 2 : guess + 1
}
