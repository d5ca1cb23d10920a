// Retries of a debit on later days: at most three, on different days within a week of the due day, ordered one by one. Pure.
import { type Cycles, dueOf } from '#kernel/calendar/cycles.ts'
import { addDays, type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'

export const MAX_RETRIES = 3
export const LAST_RETRY_DAY = 7
/** Planned where the seller names none: a retry on the day after would have to be ordered late in the evening. */
export const DEFAULT_RETRY_DAYS = [2, 4, 7]

export interface RetryTerms extends Cycles {
  endsOn: LocalDate | null
  /** Days after the due day, ascending; none: retries are ordered by hand. */
  retryDays: readonly number[]
}

/** The days on which a debit is tried again, as long as it is not paid: after it settles and before the next cycle begins. */
export function plannedRetries(
  terms: RetryTerms,
  debit: { cycle: number; dueOn: LocalDate; settlesOn: LocalDate },
): LocalDate[] {
  const nextBegins = dueOf(terms, debit.cycle + 1)
  const last = terms.endsOn === null ? null : addDays(terms.endsOn, LAST_RETRY_DAY)
  return terms.retryDays
    .filter(days => days >= 1 && days <= LAST_RETRY_DAY)
    .slice(0, MAX_RETRIES)
    .map(days => addDays(debit.dueOn, days))
    .filter(day => day > debit.settlesOn && day < nextBegins && (last === null || day <= last))
}

export interface RetryWindow {
  opens: Date
  closes: Date
}

/**
 * When a retry is ordered: on the day before, from ten o'clock to eight in the evening. Where the try before settles on that very day,
 * its failure is known after nine in the evening only.
 */
export function retryWindow(day: LocalDate, lastTryOn: LocalDate): RetryWindow {
  const dayBefore = addDays(day, -1)
  return dayBefore <= lastTryOn
    ? { opens: timeOn(dayBefore, 21, 15), closes: timeOn(dayBefore, 23) }
    : { opens: timeOn(dayBefore, 10), closes: timeOn(dayBefore, 20) }
}

/** The first planned retry that can still be ordered; null: none. A day that was missed is dropped, not moved. */
export const nextRetry = (planned: readonly LocalDate[], lastTryOn: LocalDate, now: Date): LocalDate | null =>
  planned.find(day => day > lastTryOn && retryWindow(day, lastTryOn).closes > now) ?? null
