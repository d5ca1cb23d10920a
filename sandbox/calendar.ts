// Days and times of day in São Paulo, by which banks count, in milliseconds as the bank's clock has them. Pure.
import { dateAt, type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'

export const dayAt = (at: number): LocalDate => dateAt(new Date(at))

/** The instant at which it is so late on that day in São Paulo. */
export const instantOn = (day: LocalDate, hour: number, minute = 0): number => timeOn(day, hour, minute).getTime()
