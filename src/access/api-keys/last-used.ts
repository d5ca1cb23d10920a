// When a key was last used, to the minute. Nobody waits for it: uses are gathered and written behind the requests, one
// statement at a time, and a use that could not be written is logged and forgotten.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/postgres.ts'
import { type Clock, MINUTE_MS } from '#kernel/time.ts'
import { type KnownKey, touchKeys } from '../store.ts'

export interface KeyUses {
  recordUse(key: KnownKey): void
}

const MAX_WAITING = 10_000

export function makeKeyUses({ db, clock, log }: { db: Database; clock: Clock; log: FastifyBaseLogger }): KeyUses {
  const waiting = new Map<string, KnownKey>()
  let writing = false

  async function write(): Promise<void> {
    writing = true
    try {
      while (waiting.size > 0) {
        const keys = [...waiting.values()]
        waiting.clear()
        const now = clock()
        await touchKeys(db, keys, now, aMinuteBefore(now))
      }
    } catch (error) {
      log.warn({ err: error }, 'the last use of API keys could not be written')
    } finally {
      writing = false
    }
  }

  return {
    recordUse(key) {
      if (key.lastUsedAt !== null && key.lastUsedAt > aMinuteBefore(clock())) return
      if (waiting.size >= MAX_WAITING) return
      waiting.set(key.id, key)
      if (!writing) void write()
    },
  }
}

const aMinuteBefore = (now: Date) => new Date(now.getTime() - MINUTE_MS)
