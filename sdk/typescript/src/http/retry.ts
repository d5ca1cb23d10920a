// When a call is made again, and after how long. Nothing is ever done twice by it: what changes something is repeated under its key only,
// or where the gateway says that it has not begun.

export interface Attempted {
  /** Which attempt this was, from 1. */
  attempt: number
  maxRetries: number
  /** A read, or a call under a key. */
  isRepeatable: boolean
  /** null: no answer came. */
  answer: { status: number; code: string; retryAfterSeconds: number | null } | null
}

const FIRST_WAIT_MS = 500
const MAX_BACKOFF_MS = 8_000
/** A gateway that asks for more than this is told to the caller, who has better things to do. */
export const MAX_WAIT_MS = 30_000

const AGAIN = [408, 429, 500, 502, 503, 504]

/** Milliseconds; null: not again. `random` is from 0 to 1. */
export function waitBeforeRetry(
  { attempt, maxRetries, isRepeatable, answer }: Attempted,
  random: number,
): number | null {
  if (attempt > maxRetries || !mayRepeat(isRepeatable, answer)) return null
  const backoffMs = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_BACKOFF_MS)
  const askedMs = (answer?.retryAfterSeconds ?? 0) * 1000
  const waitMs = askedMs > 0 ? askedMs + (backoffMs / 2) * random : backoffMs * (0.5 + random / 2)
  return waitMs > MAX_WAIT_MS ? null : waitMs
}

function mayRepeat(isRepeatable: boolean, answer: Attempted['answer']): boolean {
  if (answer === null) return isRepeatable
  // Refused before anything was begun.
  if (answer.status === 429 || answer.code === 'OVERLOADED') return true
  // The attempt before is still being worked on.
  if (answer.code === 'IDEMPOTENCY_IN_FLIGHT') return true
  return isRepeatable && AGAIN.includes(answer.status)
}

/** Date.parse alone takes -1 for a year. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** A number of seconds, or a date of HTTP. */
export function retryAfterOf(value: string | null, now: number): number | null {
  if (value === null) return null
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const at = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}
