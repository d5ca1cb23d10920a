// Days of São Paulo that do not end between two steps of a test.
import { boundsOf, dateAt, timeOn } from '#kernel/calendar/local-time.ts'
import { until } from './until.ts'

/** Longer than the tests of a file take. */
const FILE_MS = 60_000

/** Answers once no midnight is near ahead: at once, except in the last minute of a day. */
export async function pastMidnight(): Promise<void> {
  const now = new Date()
  const { to } = boundsOf(dateAt(now))
  if (to.getTime() - now.getTime() <= FILE_MS) await until(() => new Date() > to || null, 'midnight to be over')
}

/** Where a gateway of tests begins whose money has to come in on one day, whenever they run. */
export const todayAtNoon = (): Date => timeOn(dateAt(new Date()), 12)
