// Deletes callbacks that were applied or given up long ago. Those that still wait, and every dead letter, stay.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/postgres.ts'
import type { DueLoop } from '#db/queue/due.ts'
import { startHousekeeping } from '#db/queue/housekeeping.ts'
import { type Clock, DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { deleteOldCallbacks } from './store.ts'

const BATCH = 1_000

export interface ClearingDeps {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  /** For so long they are kept. */
  days: number
}

export function startInboxClearing({ db, clock, log, days }: ClearingDeps): DueLoop {
  return startHousekeeping({
    name: 'psp inbox clearing',
    everyMs: HOUR_MS,
    log,
    round: async () => (await deleteOldCallbacks(db, new Date(clock().getTime() - days * DAY_MS), BATCH)) === BATCH,
  })
}
