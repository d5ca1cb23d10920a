// A delivery: one fact on its way to one receiver. Pure decisions: what an answer means and when to try again.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'

export type Channel = 'SIGNED' | 'UNSIGNED' | 'POSTBACK'
export type RetryPolicy = 'default' | 'extended'

/** A delivery with everything that an attempt needs, as it is when it has been leased. */
export interface Delivery {
  accountId: number
  id: bigint
  channel: Channel
  webhookId: bigint | null
  url: string
  /** Of the webhook or of the account's postbacks; null where none is set. */
  secretSealed: string | null
  retryPolicy: RetryPolicy
  eventUid: string
  eventType: string
  eventCreatedAt: Date
  sequence: number
  body: Buffer
  redelivery: boolean
  /** Attempts made before this one. */
  attempts: number
  /** The mark of the round that leased it: of two rounds, also of one process, only the later may complete it. */
  lease: string
  leasedUntil: Date
  createdAt: Date
}

/** What the receiver did. `status: null` is a network failure or no answer in time. */
export interface Answer {
  status: number | null
  error: string | null
  head: string | null
  startedAt: Date
  durationMs: number
}

/** What an attempt may wait for before it begins, beyond what it takes itself. */
const PATIENCE_MS = 15 * SECOND_MS
/** Writing down how an attempt ended. */
const LOGGING_MS = 3 * SECOND_MS

/** How long a process may work on a delivery before others may think it dead. */
export const leaseMsFor = (receiverTimeoutMs: number): number => receiverTimeoutMs + PATIENCE_MS

/** Whether an attempt that begins now has ended, and is logged, before others may begin one. */
export const outlastsAttempt = (leasedUntil: Date, now: Date, receiverTimeoutMs: number): boolean =>
  leasedUntil.getTime() - now.getTime() >= receiverTimeoutMs + LOGGING_MS

export type Verdict = { outcome: 'DELIVERED' | 'FAILED' } | { outcome: 'RETRY'; waitMs: number }

const REQUEST_TIMEOUT = 408
const TOO_MANY_REQUESTS = 429

/**
 * 2xx is done. A 4xx is never tried again (under "extended", 408 and 429 are), nor is a redirect, which is not followed.
 * 5xx, network failures and timeouts are tried again while waits are left. `jitter` is a number in [-1, 1].
 */
export function judge(
  answer: Answer,
  policy: RetryPolicy,
  attempts: number,
  waitsMs: number[],
  jitter: number,
): Verdict {
  if (answer.status !== null && answer.status >= 200 && answer.status < 300) return { outcome: 'DELIVERED' }
  const waitMs = (policy === 'extended' ? EXTENDED_WAITS_MS : waitsMs)[attempts]
  if (!isTemporary(answer.status, policy) || waitMs === undefined) return { outcome: 'FAILED' }
  return { outcome: 'RETRY', waitMs: Math.round(waitMs * (1 + JITTER * jitter)) }
}

function isTemporary(status: number | null, policy: RetryPolicy): boolean {
  if (status === null || status >= 500) return true
  return policy === 'extended' && (status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS)
}

const JITTER = 0.2

/** 24 attempts over about three days: quick at first, then every four hours. */
const EXTENDED_WAITS_MS = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  ...Array<number>(16).fill(4 * HOUR_MS),
]
