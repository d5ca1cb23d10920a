// How long the bank takes: 300 to 1,500 ms, drawn from a seed and the thing's own id, so that a run can be repeated whatever
// the order in which requests arrive. A fixed figure (0: none) replaces the draw.
import { createHash } from 'node:crypto'

const MIN_MS = 300
const MAX_MS = 1_500

export const DEFAULT_SEED = 'banco-de-teste'

export function latencies(seed: string, fixedMs?: number): (subject: string) => number {
  if (fixedMs !== undefined) return () => fixedMs
  return subject => {
    const drawn = createHash('sha256').update(`${seed}:${subject}`).digest().readUInt32BE(0)
    return MIN_MS + (drawn % (MAX_MS - MIN_MS + 1))
  }
}
