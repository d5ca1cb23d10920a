// Long waits of a start are no silence: what is waited for is said again and again, until it has come or ended.
import { SECOND_MS } from '#kernel/time.ts'

const SAY_EVERY_MS = 10 * SECOND_MS

/** Says so every ten seconds while `waited` is not settled, with how long it has been; answers what it answers. */
export async function reportingWait<T>(
  waited: Promise<T>,
  what: string,
  say: (sentence: string) => void,
  everyMs = SAY_EVERY_MS,
): Promise<T> {
  const began = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / SECOND_MS)
    say(`Still waiting for ${what}, for ${seconds} s`)
  }, everyMs)
  try {
    return await waited
  } finally {
    clearInterval(timer)
  }
}
