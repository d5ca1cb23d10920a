// When loops look. Those that ask in the common question do so at one moment, and it goes out once for all of them. The others come one after
// the other: at one moment each would need a connection of its own, and all of them would stay open.

export interface Ticks {
  stop(): void
}

/** Of every second each loop takes the middle of what the ones before it have left free (the golden section), whatever their number. */
const STEP_MS = 618
const ROUND_MS = 1_000

let loops = 0

/** For the next loop that asks by itself. */
export const nextPhaseMs = (): number => phaseMs(++loops)

export const phaseMs = (n: number): number => (n * STEP_MS) % ROUND_MS

/** Whenever each loop began, those of one interval and one phase tick together. */
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
  const leftMs = everyMs - ((nowMs - phaseMs + Math.ceil(phaseMs / everyMs) * everyMs) % everyMs)
  // A timer may be a little early.
  return leftMs < everyMs / 2 ? leftMs + everyMs : leftMs
}
