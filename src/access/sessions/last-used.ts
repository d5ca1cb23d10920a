// When a session was last seen, to the minute, and from where. Nobody waits for it: what was seen is gathered and written
// behind the requests, one statement at a time, and what could not be written is logged and forgotten.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/postgres.ts'
import { type Clock, MINUTE_MS } from '#kernel/time.ts'
import { touchSessions } from './store.ts'

export interface SessionUses {
  recordUse(sessionId: string, address: string): void
}

interface Seen {
  sessionId: string
  address: string
  at: Date
}

/** Of those that were noted lately: they need not be written again before the minute is over. */
const MAX_KNOWN = 10_000

export function makeSessionUses({
  db,
  clock,
  log,
}: {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
}): SessionUses {
  const known = new Map<string, Seen>()
  const waiting = new Map<string, Seen>()
  let writing = false

  async function write(): Promise<void> {
    writing = true
    try {
      while (waiting.size > 0) {
        const seen = [...waiting.values()]
        waiting.clear()
        const now = clock()
        await touchSessions(db, seen, now, aMinuteBefore(now))
      }
    } catch (error) {
      log.warn({ err: error }, 'when sessions were last seen could not be written')
    } finally {
      writing = false
    }
  }

  return {
    recordUse(sessionId, address) {
      const at = clock()
      const before = known.get(sessionId)
      if (before !== undefined && before.address === address && before.at > aMinuteBefore(at)) return
      const seen = { sessionId, address, at }
      // Deleted first, so that the order of the map is the order in which they were seen.
      known.delete(sessionId)
      known.set(sessionId, seen)
      if (known.size > MAX_KNOWN) known.delete(known.keys().next().value ?? '')
      waiting.set(sessionId, seen)
      if (!writing) void write()
    },
  }
}

const aMinuteBefore = (now: Date) => new Date(now.getTime() - MINUTE_MS)
