// Waits for a condition, not for a time: looks again every few milliseconds and gives up loudly.
import { setTimeout as sleep } from 'node:timers/promises'

/** Long for a machine that is busy; a test that passes never waits for it. */
const LATEST_MS = 90_000
/** Looking costs as well: a long wait looks less often. */
const [FIRST_LOOK_MS, LAST_LOOK_MS, SLOWER] = [10, 80, 1.2]

export async function until<T>(
  look: () => Promise<T | null> | T | null,
  what: string,
  latestMs = LATEST_MS,
): Promise<T> {
  const deadline = performance.now() + latestMs
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * SLOWER, LAST_LOOK_MS)) {
    const seen = await look()
    if (seen !== null && seen !== undefined && seen !== false) return seen
    if (performance.now() > deadline) throw new Error(`waited ${latestMs} ms in vain for ${what}`)
    await sleep(waitMs)
  }
}
