// A request of the public API as it is logged, and the bounds of what is kept of it.
import type { Subject } from './subject.ts'

/** As it is stored. Both bodies are masked JSON; null where there was none, or more than is looked at. */
export interface LoggedRequest {
  accountId: number
  /** The answer's X-Request-Id. */
  id: string
  createdAt: Date
  keyId: string
  durationMs: number
  requestBytes: number
  answerBytes: number
  status: number
  /** The answer is the one that its idempotency key had got before. */
  replayed: boolean
  method: string
  /** The pattern, such as /api/transactions/:id, or UNKNOWN_ROUTE. */
  route: string
  /** What was called, masked like the bodies. */
  path: string
  ip: string
  errorCode: string | null
  idempotencyKey: string | null
  subject: Subject | null
  subjectUuid: string | null
  requestBody: string | null
  answerBody: string | null
}

const TIME_DIGITS = 12

/** Ids of requests count up with time: their first 48 bits are the milliseconds. */
export const timeOfId = (id: string): Date =>
  new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, TIME_DIGITS + 1), 16))

/** The first id of a moment, and the end of all ids before it. */
export function firstIdAt(moment: Date): string {
  const digits = Math.max(0, moment.getTime()).toString(16).padStart(TIME_DIGITS, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`
}
