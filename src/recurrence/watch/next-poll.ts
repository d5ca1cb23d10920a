// When a recurrence is looked at next: often while its payer may be authorising it at this moment, then less and less. Callbacks come in
// between; nothing but these looks reports what became of a request to authorise. Pure.
import { addDays, boundsOf } from '#kernel/calendar/local-time.ts'
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '#kernel/time.ts'
import { hasEnded, type Recurrence } from '../recurrence.ts'

const earliest = (...times: Date[]): Date => times.reduce((one, other) => (one < other ? one : other))

/** After its last day it has expired, whether or not its PSP says so. */
export const expiresAt = ({ endsOn }: Pick<Recurrence, 'endsOn'>): Date | null =>
  endsOn === null ? null : boundsOf(addDays(endsOn, 1)).from

/** What the looks follow: since when it has been waiting for what it waits for. */
function waitMs(recurrence: Recurrence, now: Date): number {
  if (recurrence.cancelRequestedAt !== null) return waitingSince(recurrence.cancelRequestedAt, now)
  return recurrence.status === 'APROVADA' ? DAY_MS : waitingSince(recurrence.updatedAt, now)
}

function waitingSince(since: Date, now: Date): number {
  const ageMs = now.getTime() - since.getTime()
  if (ageMs < HOUR_MS) return MINUTE_MS
  return ageMs < DAY_MS ? 5 * MINUTE_MS : HOUR_MS
}

/** null: nothing of it changes any more. */
export function nextPollAt(recurrence: Recurrence, now: Date): Date | null {
  if (hasEnded(recurrence.status)) return null
  const { authorizeUntil, status } = recurrence
  const ends = [expiresAt(recurrence), status === 'CRIADA' ? authorizeUntil : null]
  const ahead = ends.filter(end => end !== null && end > now) as Date[]
  return earliest(later(now, waitMs(recurrence, now)), ...ahead)
}
