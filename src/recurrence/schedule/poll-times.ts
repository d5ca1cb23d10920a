// When the PSP is asked about a debit that it has: after the order, morning and evening until it settles, then after each of the two
// times of the day at which payers' banks debit. Callbacks come earlier; these looks find what they have not said. Pure.
import { addDays, dateAt, type LocalDate, timeOn } from '#kernel/calendar/local-time.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'

const SCHEDULED_MS = [15 * MINUTE_MS, 2 * HOUR_MS]
const SPREAD_SECONDS = 600

/** Some minutes, by the txid: the debits of one day are not all asked about in one second. */
const spreadMs = (txid: string): number =>
  ([...txid].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % SPREAD_SECONDS, 7) + 1) * SECOND_MS

/** `settlesOn`: of the try that is open, or of the last one. */
export function nextPollAt(debit: { txid: string; sentAt: Date; settlesOn: LocalDate }, now: Date): Date {
  const soon = SCHEDULED_MS.map(ms => new Date(debit.sentAt.getTime() + ms)).find(time => time > now)
  if (soon !== undefined && dateAt(soon) < debit.settlesOn) return soon
  const spread = spreadMs(debit.txid)
  const fixed = [...daysUntil(debit.settlesOn, now), ...onDay(debit.settlesOn)]
  const next = fixed.map(time => new Date(time.getTime() + spread)).find(time => time > now)
  if (next !== undefined) return next
  const dayAfter = timeOn(addDays(debit.settlesOn, 1), 12)
  return new Date(now.getTime() + (now < dayAfter ? HOUR_MS : 6 * HOUR_MS))
}

/** Of today and tomorrow, as far as they come before the day of the debit. */
function daysUntil(settlesOn: LocalDate, now: Date): Date[] {
  const today = dateAt(now)
  return [today, addDays(today, 1)].filter(day => day < settlesOn).flatMap(day => [timeOn(day, 8), timeOn(day, 20)])
}

/** Payers' banks debit before eight, try once more between 18:00 and 21:00, and have given up by then. */
const onDay = (day: LocalDate): Date[] => [timeOn(day, 8, 20), timeOn(day, 21, 15), timeOn(day, 22, 30)]

/** After so many days without an end a person has to look. */
export const withoutEndAt = (dueOn: LocalDate): Date => timeOn(addDays(dueOn, 9), 0)

/** It is paid at the PSP, and no Pix of it is found: after 1 minute, then at growing intervals to an hour. */
export const paidWithoutMoneyWaitMs = (lookups: number): number =>
  Math.min(MINUTE_MS * 2 ** Math.min(Math.max(lookups - 1, 0), 20), HOUR_MS)

const FIRST_WAIT_MS = 5 * SECOND_MS

/** After an answer that does not say: at growing intervals, from 5 s to an hour. */
export const backoffMs = (lookups: number): number => Math.min(FIRST_WAIT_MS * 2 ** Math.min(lookups, 20), HOUR_MS)
