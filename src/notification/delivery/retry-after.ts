// How long a receiver asks to be left alone: the header Retry-After of its answer, in seconds or as a date. Pure.
import { HOUR_MS, SECOND_MS } from '#kernel/time.ts'

const SECONDS = /^\d+$/
/** The form of today, and the two older ones that every recipient has to understand. All are in GMT, also the one that says nothing. */
const DATES = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
]
/** No receiver may put off its deliveries for longer. */
const MAX_MS = HOUR_MS

/** 0 where nothing is asked, or nothing that can be understood, or a moment that is past. */
export function askedWaitMs(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim()
  if (text === undefined) return 0
  const askedMs = SECONDS.test(text) ? Number(text) * SECOND_MS : dateIn(text) - now.getTime()
  return askedMs > 0 ? Math.min(MAX_MS, askedMs) : 0
}

/** NaN where it is none. */
function dateIn(text: string): number {
  if (!DATES.some(form => form.test(text))) return Number.NaN
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
}
