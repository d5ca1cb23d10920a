// When loops look. Those that ask in the common question do so at one moment, so that it goes out once for all of them. The others follow one
// another: at one moment each would need a connection of its own, and all of these would stay open.

export interface Ticks {
  stop(): void
}

/** A golden section of a second: each loop falls into a gap that the ones before it have left, however many there are. */
const STEP_MS = 618
const ROUND_MS = 1_000

let loops = 0

/** Of the next loop that asks by itself: so far behind the full second it ticks. */
export const nextPhaseMs = (): number => phaseOf(++loops)

export const phaseOf = (loop: number): number => (loop * STEP_MS) % ROUND_MS

/** Those of one interval and one phase tick together, whenever each of them began. */
export function startTicks(everyMs: number, phaseMs: number, tick: () => void): Ticks {
  let timer: NodeJS.Timeout
  const next = () => {
    timer = setTimeout(
      () => {
        next()
        tick()
      },
      untilTickMs(performance.now(), everyMs, phaseMs),
    )
  }
  next()
  return { stop: () => clearTimeout(timer) }
}

export function untilTickMs(nowMs: number, everyMs: number, phaseMs: number): number {
  // Not negative, although a phase may be longer than a short interval.
  const sinceMs = (((nowMs - phaseMs) % everyMs) + everyMs) % everyMs
  const leftMs = everyMs - sinceMs
  // A timer that is a little early has had its tick: the next one is not a moment later.
  return leftMs < everyMs / 2 ? leftMs + everyMs : leftMs
}
