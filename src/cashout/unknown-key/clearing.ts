// Deletes misses of PIX keys that no request is judged by any more.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/postgres.ts'
import type { DueLoop } from '#db/queue/due.ts'
import { startHousekeeping } from '#db/queue/housekeeping.ts'
import { type Clock, HOUR_MS } from '#kernel/time.ts'
import { dropPastMisses } from './store.ts'

export function startMissClearing(deps: { db: Database; clock: Clock; log: FastifyBaseLogger }): DueLoop {
  const { db, clock, log } = deps
  const round = async () => {
    await dropPastMisses(db, clock())
    return false
  }
  return startHousekeeping({ name: 'missed PIX keys', everyMs: HOUR_MS, log, round })
}
