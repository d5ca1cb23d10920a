// The circuit breaker of a PSP: after a number of calls in a row without a usable answer the circuit opens and no calls are
// made; after the backoff one call goes as a trial, and the backoff doubles where that fails too. Pure state over a clock: it
// makes no calls.
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { PspsDeps } from '../deps.ts'

export interface BreakerSettings {
  /** This many calls in a row without a usable answer open the circuit. */
  failureThreshold: number
  initialBackoffMs: number
  maxBackoffMs: number
}

export const DEFAULT_BREAKER: BreakerSettings = {
  failureThreshold: 5,
  initialBackoffMs: 5 * SECOND_MS,
  maxBackoffMs: MINUTE_MS,
}

/** A call that was admitted. */
export type Pass = 'usual' | 'trial'

export interface Breaker {
  /** null: not now. */
  enter(): Pass | null
  /** The result of a call; null: it got a usable answer. */
  record(pass: Pass, trouble: string | null): void
  /** Whether a call would be refused at this moment. A trial that is due would not. */
  turnsAway(): boolean
  state(): BreakerState
}

export interface BreakerState {
  circuitOpen: boolean
  /** Since when the circuit is open. */
  since: Date | null
  /** Why the latest call without a usable answer had none. */
  lastTrouble: string | null
}

interface OpenCircuit {
  since: Date
  untilMs: number
  lengthMs: number
  onTrial: boolean
}

export function openBreaker(
  deps: BreakerSettings &
    Pick<PspsDeps, 'clock'> & {
      /** The circuit opens; not called again when a trial fails. */
      opened: (trouble: string) => void
      /** The PSP has answered again. */
      recovered: () => void
    },
): Breaker {
  const nowMs = () => deps.clock().getTime()
  let troubles = 0
  let lastTrouble: string | null = null
  let open: OpenCircuit | null = null

  const turnsAway = () => open !== null && (open.onTrial || nowMs() < open.untilMs)

  function answered(): void {
    troubles = 0
    if (open === null) return
    open = null
    deps.recovered()
  }

  function failed(pass: Pass, trouble: string): void {
    lastTrouble = trouble
    if (open !== null) {
      // Calls that began before the circuit opened prove nothing new.
      if (pass === 'trial') open = openFor(open.since, Math.min(2 * open.lengthMs, deps.maxBackoffMs))
      return
    }
    troubles++
    if (troubles < deps.failureThreshold) return
    open = openFor(deps.clock(), deps.initialBackoffMs)
    deps.opened(trouble)
  }

  const openFor = (since: Date, lengthMs: number): OpenCircuit => ({
    since,
    lengthMs,
    untilMs: nowMs() + lengthMs,
    onTrial: false,
  })

  return {
    enter() {
      if (open === null) return 'usual'
      if (turnsAway()) return null
      open.onTrial = true
      return 'trial'
    },
    record: (pass, trouble) => (trouble === null ? answered() : failed(pass, trouble)),
    turnsAway,
    state: () => ({ circuitOpen: open !== null, since: open?.since ?? null, lastTrouble }),
  }
}
