// Midnight in São Paulo, where the day of a test would become another one between two of its steps.
import { setTimeout as sleep } from 'node:timers/promises'
import { boundsOf, dateAt } from '#kernel/calendar/local-time.ts'

/** Longer than the tests of a file take. */
const FILE_MS = 60_000
const PAST_MS = 50

/** Answers once no midnight is near ahead: at once, except in the last minute of a day. */
export async function pastMidnight(): Promise<void> {
  const now = new Date()
  const left = boundsOf(dateAt(now)).to.getTime() - now.getTime()
  if (left <= FILE_MS) await sleep(left + PAST_MS)
}
