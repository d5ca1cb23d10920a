// How long the bank takes: drawn from a seed and the thing's own id, so that a run can be repeated whatever the order in which requests
// arrive. A fixed figure (0: none) replaces the draw of a wait.
import { createHash } from 'node:crypto'
import { SECOND_MS } from '#kernel/time.ts'

/** In milliseconds, both ends included. */
export interface Wait {
  min: number
  max: number
}

const SETTLEMENT: Wait = { min: 300, max: 1.5 * SECOND_MS }

export const DEFAULT_SEED = 'banco-de-teste'

export type Latency = (subject: string, wait?: Wait) => number

export function latencies(seed: string, fixedMs?: number): Latency {
  if (fixedMs !== undefined) return () => fixedMs
  const draw = draws(seed)
  return (subject, { min, max } = SETTLEMENT) => draw(subject, max - min + 1) + min
}

/** Whole numbers from 0 up to `below`, which it leaves out: the same for the same seed and subject. */
export function draws(seed: string): (subject: string, below: number) => number {
  return (subject, below) => createHash('sha256').update(`${seed}:${subject}`).digest().readUInt32BE(0) % below
}
