// A delivery: one event on its way to one receiver. Pure decisions: what an answer means and when to try again.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'

export type Channel = 'SIGNED' | 'UNSIGNED' | 'POSTBACK'
export type RetryPolicy = 'default' | 'extended'

/** A delivery with everything that an attempt needs. */
export interface Delivery {
  accountId: number
  id: bigint
  /** The receiver as the engine distinguishes receivers. */
  lane: bigint
  channel: Channel
  webhookId: bigint | null
  url: string
  signing: Signing
  retryPolicy: RetryPolicy
  eventId: bigint
  eventUid: string
  eventType: string
  sequence: number
  body: Buffer
  redelivery: boolean
  /** Attempts made before this one. */
  attempts: number
  createdAt: Date
  /** What it belongs to, where this process has written it; see `belonging`. */
  origin?: unknown
}

/** A delivery as it was written, under the mark that its process had then. */
export interface NewDelivery extends Delivery {
  owner: bigint | null
}

/** What signs. */
export interface Secrets {
  /** Of the webhook or of the account's postbacks; null where none is set. */
  secretSealed: string | null
  /** Signs beside the first one until `nextFrom`, and alone from then on. */
  nextSealed: string | null
  nextFrom: Date | null
}

/** What a delivery is signed with. */
export interface Signing extends Secrets {
  /** Whether the headers of Standard Webhooks go out beside ours. */
  standardHeaders: boolean
}

/** What the receiver did. `status: null` is a network failure or no answer in time. */
export interface Answer {
  status: number | null
  error: string | null
  head: string | null
  durationMs: number
  /** For so long it asks to be left alone; only of a receiver that is busy. */
  askedWaitMs?: number
}

export type Verdict = { outcome: 'DELIVERED' | 'FAILED' } | { outcome: 'RETRY'; waitMs: number }

const REQUEST_TIMEOUT = 408
export const TOO_MANY_REQUESTS = 429
const SERVICE_UNAVAILABLE = 503

/** An answer that says: later. */
export const isBusy = ({ status }: Pick<Answer, 'status'>): boolean =>
  status === TOO_MANY_REQUESTS || status === SERVICE_UNAVAILABLE

/**
 * 2xx is done. A 4xx is never tried again (under "extended", 408 and 429 are), nor is a redirect, which is not followed.
 * 5xx, network failures and timeouts are tried again while waits are left, and never sooner than a busy receiver asks for. `jitter`
 * is a number in [-1, 1].
 */
export function judge(
  answer: Answer,
  policy: RetryPolicy,
  attempts: number,
  waitsMs: number[],
  jitter: number,
): Verdict {
  if (isTaken(answer)) return DELIVERED
  const waitMs = (policy === 'extended' ? EXTENDED_WAITS_MS : waitsMs)[attempts]
  if (!isTemporary(answer.status, policy) || waitMs === undefined) return { outcome: 'FAILED' }
  return { outcome: 'RETRY', waitMs: Math.max(Math.round(waitMs * (1 + JITTER * jitter)), answer.askedWaitMs ?? 0) }
}

const DELIVERED: Verdict = { outcome: 'DELIVERED' }

export const isTaken = ({ status }: Pick<Answer, 'status'>): boolean => status !== null && status >= 200 && status < 300

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
