// Keys end 48 hours after their first use. This only clears up: an expired key counts as unused before it has gone.
import type { FastifyBaseLogger } from 'fastify'
import type { Queryable } from '#db/postgres.ts'
import type { DueLoop } from '#db/queue/due.ts'
import { startHousekeeping } from '#db/queue/housekeeping.ts'
import { type Clock, MINUTE_MS } from '#kernel/time.ts'
import { removeExpired } from './store.ts'

const SWEEP_MS = 5 * MINUTE_MS
const BATCH = 1_000

export function startKeyClearing(deps: { db: Queryable; clock: Clock; log: FastifyBaseLogger }): DueLoop {
  return startHousekeeping({
    name: 'idempotency keys',
    everyMs: SWEEP_MS,
    log: deps.log,
    round: async () => (await removeExpired(deps.db, deps.clock(), BATCH)) === BATCH,
  })
}
