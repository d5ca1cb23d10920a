// Periods as callers write them: days as people in São Paulo count them, or moments. A day names all of itself, so that the
// last day of a month belongs to it.
import { Type } from 'typebox'
import { boundsOf, dateAt, localDate, withinCalendar } from '#kernel/calendar/local-time.ts'
import { invalid } from '#kernel/failure.ts'
import { DOCUMENTED } from '../schema.ts'
import { momentOf } from './moment.ts'

/** A day or a moment. */
export const MomentQuery = (description: string) =>
  Type.String({
    maxLength: 40,
    description,
    examples: ['2026-01-31'],
    [DOCUMENTED]: { anyOf: [{ format: 'date' }, { format: 'date-time' }] },
  })

/** A day alone. */
export const DayText = (description: string) =>
  Type.String({ maxLength: 10, description, [DOCUMENTED]: { format: 'date' } })

export const FromQuery = MomentQuery('From this day in São Paulo (2026-01-31), or from this moment (date-time)')
export const ToQuery = MomentQuery('To this day, which is part of the period, or before this moment (date-time)')

/** From its first moment up to the first one that is no longer part of it; null: open on that side. */
export interface Period {
  from: Date | null
  to: Date | null
}

export function periodIn({ from, to }: { from?: string; to?: string }): Period {
  const period = {
    from: from === undefined ? null : (dayIn(from)?.from ?? momentIn('from', from)),
    to: to === undefined ? null : (dayIn(to)?.to ?? momentIn('to', to)),
  }
  if (isTurnedRound(period, to)) throw invalid('to', 'an end after from')
  return period
}

/** A moment may be both ends, of nothing; a day always has something of itself in its period. */
function isTurnedRound({ from, to }: Period, end: string | undefined): boolean {
  if (from === null || to === null) return false
  return from > to || (from.getTime() === to.getTime() && localDate(end ?? '') !== null)
}

/** For names of files: "-2026-01-01-2026-01-31". */
export function periodName({ from, to }: Period): string {
  const days = [from, to === null ? null : new Date(to.getTime() - 1)]
  return days.map(day => (day === null ? '' : `-${dateAt(day)}`)).join('')
}

/** The first moment that is later: of a day its end, of a moment the next one. */
export const justAfter = (field: string, text: string): Date =>
  dayIn(text)?.to ?? withinCalendar(new Date(momentIn(field, text).getTime() + 1))

function dayIn(text: string) {
  const day = localDate(text)
  return day === null ? null : boundsOf(day)
}

const momentIn = (field: string, text: string): Date =>
  momentOf(field, text, 'a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z')
