// How often an address has failed to authenticate, or had a new password judged. Guessing is slowed, never a caller with a valid key pair. The memory is this
// process's own and bounded: what is forgotten only makes the guard more lenient.
import { networkOf } from '#kernel/ip-address.ts'
import { type Clock, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'

export interface FailedAttempts {
  /** Counts a failure. Answers the seconds to wait where there were too many, else null. */
  count(address: string): number | null
}

const WINDOW_MS = MINUTE_MS
const MAX_FAILURES = 20
const MAX_ADDRESSES = 10_000

export function makeFailedAttempts(clock: Clock): FailedAttempts {
  const counts = new Map<string, { since: number; failures: number }>()

  return {
    count(address) {
      const origin = networkOf(address)
      const now = clock().getTime()
      const known = counts.get(origin)
      if (known === undefined || now - known.since >= WINDOW_MS) {
        // Deleted first, so that the order of the map is the order of the windows.
        counts.delete(origin)
        counts.set(origin, { since: now, failures: 1 })
        forgetOldest(counts)
        return null
      }
      known.failures++
      return known.failures > MAX_FAILURES ? Math.ceil((known.since + WINDOW_MS - now) / SECOND_MS) : null
    },
  }
}

function forgetOldest(counts: Map<string, unknown>): void {
  if (counts.size <= MAX_ADDRESSES) return
  for (const oldest of counts.keys()) {
    counts.delete(oldest)
    return
  }
}
