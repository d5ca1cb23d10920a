// Which call is made a second time, and after what pause. Only a GET: it changes nothing, so a repetition costs nothing; any
// other request may have been executed although no answer came.
import { SECOND_MS } from '#kernel/time.ts'
import type { Method, Reply } from './http.ts'

const MIN_PAUSE_MS = 50
const JITTER_MS = 100
/** A PSP that requests a longer pause is not called again within this call. */
const MAX_PAUSE_MS = 2 * SECOND_MS
const TOO_MANY = 429

/** Milliseconds until the second try; null: there is none. `fraction` is random, from 0 to 1. */
export function pauseBeforeSecond(method: Method, reply: Reply, now: Date, fraction: number): number | null {
  if (method !== 'GET') return null
  const jittered = Math.round(MIN_PAUSE_MS + JITTER_MS * fraction)
  if (reply.status === null) return jittered
  if (reply.status !== TOO_MANY && reply.status < 500) return null
  const asked = askedPauseMs(reply.retryAfter, now)
  return asked > MAX_PAUSE_MS ? null : Math.max(asked, jittered)
}

/** Retry-After holds seconds or a date; 0 where it is missing or neither. */
function askedPauseMs(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * SECOND_MS
  const until = Date.parse(retryAfter)
  return Number.isNaN(until) ? 0 : Math.max(0, until - now.getTime())
}
