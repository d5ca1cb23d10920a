// How long the gateway knows who customers are, as its operator has set. The bounds of the settings are those of the law; see the data map.
import { DAY_MS } from '#kernel/time.ts'

export interface RetentionTerms {
  /** After its end a cart, or a session, knows who its buyer was. */
  cartDays: number
  /** After it was made a sale that nobody has paid knows who wanted to buy. */
  unpaidSaleDays: number
  /** After a sale was paid, or a recurrence has ended, it is known how to reach its buyer. */
  contactDays: number
  /** After money has moved it is known whose it was. */
  moneyYears: number
  /** Events and what became of them. */
  notificationDays: number
  /** Callbacks of PSPs, as they came. */
  callbackDays: number
  /** The log of requests. */
  requestLogDays: number
}

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

export const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS)

/** A leap day is followed by the first of March. */
export function yearsAfter(time: Date, years: number): Date {
  const then = new Date(time)
  then.setUTCFullYear(then.getUTCFullYear() + years)
  return then
}

export const yearsBefore = (now: Date, years: number): Date => yearsAfter(now, -years)
