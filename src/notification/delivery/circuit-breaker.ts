// When nothing is sent to a receiver for a while. A first failure never opens the circuit: five in a row without any answer do, or half
// of the last twenty attempts. When the backoff is over one attempt goes as a probe, and each probe in vain doubles the backoff.
// Pure: the time and the chance are handed in.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'

/** 'silent': no answer came, or none in time. 'failed': an answer that says that the receiver is in trouble. */
export type Sign = 'well' | 'failed' | 'silent'

export interface LaneBreaker {
  /** Whether an attempt may begin now; a probe may only while nothing else is under way. */
  admits(nowMs: number, underWay: number): boolean
  /** An attempt has ended. `jitter` is a number in [-1, 1]; for `askedMs` the receiver asks to be left alone. */
  record(sign: Sign, nowMs: number, jitter: number, askedMs?: number): void
  /** A person says that the receiver is well again: the probe goes now. Where it is in vain, the backoff goes on growing. */
  prioritise(nowMs: number): void
  /** When the circuit opened, in the clock's milliseconds; null while it is not. */
  pausedSince(): number | null
  /** When the next attempt may begin; 0 where it may at any time. */
  openUntil(): number
  /** Nothing to remember, or nothing that still matters: it may be forgotten. */
  isPristine(nowMs: number): boolean
}

const SILENT_IN_A_ROW = 5
const REMEMBERED = 20
const INITIAL_BACKOFF_MS = 5 * SECOND_MS
const MAX_BACKOFF_MS = 5 * MINUTE_MS
const JITTER = 0.2
/** Hosts that got one event and failed must not be kept for ever. No backoff is longer. */
const REMEMBERED_MS = HOUR_MS

export function laneBreaker(): LaneBreaker {
  /** The last signs, the newest last: whether each was a failure. */
  let last: boolean[] = []
  let failures = 0
  let silentInARow = 0
  let backoffMs = 0
  let openUntil = 0
  let pausedSince: number | null = null
  let recordedMs = 0

  function open(nowMs: number, jitter: number, askedMs: number): void {
    pausedSince ??= nowMs
    backoffMs = Math.min(MAX_BACKOFF_MS, backoffMs === 0 ? INITIAL_BACKOFF_MS : backoffMs * 2)
    openUntil = nowMs + Math.max(backoffMs * (1 + JITTER * jitter), askedMs)
  }

  function recover(): void {
    last = []
    failures = 0
    silentInARow = 0
    backoffMs = 0
    openUntil = 0
    pausedSince = null
  }

  function remember(failed: boolean): void {
    last.push(failed)
    if (failed) failures++
    if (last.length > REMEMBERED && last.shift()) failures--
  }

  const isBad = () => silentInARow >= SILENT_IN_A_ROW || (last.length >= REMEMBERED && failures * 2 >= last.length)

  return {
    admits: (nowMs, underWay) => pausedSince === null || (underWay === 0 && nowMs >= openUntil),
    record(sign, nowMs, jitter, askedMs = 0) {
      recordedMs = nowMs
      // What was sent before the circuit opened shows nothing new.
      if (pausedSince !== null && nowMs < openUntil && sign !== 'well') return
      if (pausedSince !== null) return sign === 'well' ? recover() : open(nowMs, jitter, askedMs)
      silentInARow = sign === 'silent' ? silentInARow + 1 : 0
      remember(sign !== 'well')
      if (isBad()) open(nowMs, jitter, askedMs)
    },
    prioritise(nowMs) {
      if (pausedSince !== null) openUntil = Math.min(openUntil, nowMs)
    },
    pausedSince: () => pausedSince,
    openUntil: () => openUntil,
    isPristine: nowMs => (pausedSince === null && failures === 0) || nowMs - recordedMs > REMEMBERED_MS,
  }
}
