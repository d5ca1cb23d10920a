// How many pages, or states of pages, an address has asked for, in the memory of this process. They are asked for far more often than
// anything else, so none waits for a statement and few are written down: an address is shared with the other gateways, once a second
// at most, from its twentieth page in a minute on. What all of them show together may so be a little above the bound.
import type { Clock } from '#kernel/time.ts'
import type { Bound } from './attempt.ts'

/** An address that asks for less than this causes no write. */
const SHARED_FROM = 20
const MAX_NETWORKS = 10_000

interface ReadingCount {
  /** As all gateways had counted when they were asked last, and what this process has said there. */
  shared: number
  /** Counted here since then. */
  own: number
  endsAt: Date
}

export interface ReadingTally {
  /** Null: admitted and counted. Else when it may be tried again. */
  count(network: string): Date | null
  /** What the others are to hear now; it counts as said. */
  unshared(): { network: string; times: number; endsAt: Date }[]
  /** What all of them have counted. */
  learn(network: string, counted: { taken: number; endsAt: Date }): void
}

export function openReadingTally(clock: Clock, bound: Bound): ReadingTally {
  const counts = new Map<string, ReadingCount>()

  function countOf(network: string, now: Date): ReadingCount {
    const known = counts.get(network)
    if (known !== undefined && known.endsAt > now) return known
    const fresh = { shared: 0, own: 0, endsAt: new Date(now.getTime() + bound.windowMs) }
    // Deleted first, so that the order of the map is the order of the windows.
    counts.delete(network)
    counts.set(network, fresh)
    forgetOldest(counts)
    return fresh
  }

  return {
    count(network) {
      const count = countOf(network, clock())
      if (count.shared + count.own >= bound.max) return count.endsAt
      count.own++
      return null
    },
    unshared() {
      const now = clock()
      const found: ReturnType<ReadingTally['unshared']> = []
      for (const [network, count] of counts) {
        const isToBeShared = count.own > 0 && count.shared + count.own >= SHARED_FROM && count.endsAt > now
        if (!isToBeShared) continue
        found.push({ network, times: count.own, endsAt: count.endsAt })
        count.shared += count.own
        count.own = 0
      }
      return found
    },
    learn(network, { taken, endsAt }) {
      const count = counts.get(network)
      if (count === undefined) return
      count.shared = taken
      count.endsAt = endsAt
    },
  }
}

/** What is forgotten only makes the bound more lenient. */
function forgetOldest(counts: Map<string, unknown>): void {
  if (counts.size <= MAX_NETWORKS) return
  for (const oldest of counts.keys()) {
    counts.delete(oldest)
    return
  }
}
