// Days and times of day in São Paulo, by which banks count, in milliseconds as the bank's clock has them. Pure.
import { dateAt, type LocalDate, localTimeText, timeOn } from '#kernel/calendar/local-time.ts'

export const dayAt = (at: number): LocalDate => dateAt(new Date(at))

/** "2026-01-31 14:05:09", as it is in São Paulo. */
export const localTime = (at: number): string =>
  localTimeText(new Date(at)).replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$3-$2-$1')

/** The instant at which it is so late on that day in São Paulo. */
export const instantOn = (day: LocalDate, hour: number, minute = 0): number => timeOn(day, hour, minute).getTime()
