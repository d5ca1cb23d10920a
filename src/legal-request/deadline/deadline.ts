// When the operators are reminded of a request that is still open: two days before its day, and once that day is over. Pure.
import { addDays, boundsOf, type LocalDate } from '#kernel/calendar/local-time.ts'

const SOON_DAYS = 2
export type Reminder = 'SOON' | 'OVERDUE'

const soonFrom = (dueOn: LocalDate): Date => boundsOf(addDays(dueOn, -SOON_DAYS)).from
const overdueFrom = (dueOn: LocalDate): Date => boundsOf(dueOn).to

export function reminderAt(dueOn: LocalDate, now: Date): Reminder | null {
  if (now >= overdueFrom(dueOn)) return 'OVERDUE'
  return now >= soonFrom(dueOn) ? 'SOON' : null
}

/** Null: there is nothing more to be reminded of. */
export function nextLookAt(dueOn: LocalDate, now: Date): Date | null {
  const reminder = reminderAt(dueOn, now)
  if (reminder === 'OVERDUE') return null
  return reminder === 'SOON' ? overdueFrom(dueOn) : soonFrom(dueOn)
}
