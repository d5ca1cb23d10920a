// Deletes callbacks that were applied or given up long ago. Those that still wait, and every dead letter, stay.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/postgres.ts'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { type Clock, DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { deleteOldCallbacks } from './store.ts'

/** As long as a Pix can be disputed or refunded. */
const KEPT_MS = 90 * DAY_MS
const BATCH = 1_000

export function startInboxClearing(deps: { db: Database; clock: Clock; log: FastifyBaseLogger }): DueLoop {
  const { db, clock, log } = deps
  return startDueLoop({
    name: 'psp inbox clearing',
    everyMs: HOUR_MS,
    log,
    round: async () => (await deleteOldCallbacks(db, new Date(clock().getTime() - KEPT_MS), BATCH)) === BATCH,
  })
}
