// A moment as callers write it, with its offset. The format `date-time` lets through more than moments: it has leap seconds,
// which the clock does not know.

import { localDate, withinCalendar } from '#kernel/calendar/local-time.ts'
import { invalid } from '#kernel/failure.ts'

const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i

/** Throws a refusal that names the field and what was expected of it. */
export function momentOf(field: string, text: string, expected = 'a time such as 2026-01-31T12:00:00Z'): Date {
  const day = MOMENT.exec(text)?.[1]
  // The parser alone would take 30 February for 2 March.
  const moment = new Date(day === undefined || localDate(day) === null ? Number.NaN : text)
  if (Number.isNaN(moment.getTime())) throw invalid(field, expected)
  return withinCalendar(moment)
}

/** null where it is absent. */
export const momentOrNull = (field: string, text: string | undefined): Date | null =>
  text === undefined ? null : momentOf(field, text)
