// Idempotency keys as the rest of the gateway sees them: each verb keeps its own keys and answers, in its own commit; here they are
// cleared up. Keys end 48 hours after their first use, and an expired key counts as unused before it has gone.
import type { FastifyBaseLogger } from 'fastify'
import type { Queryable } from '#db/postgres.ts'
import { startHousekeeping } from '#db/queue/housekeeping.ts'
import { type Clock, MINUTE_MS } from '#kernel/time.ts'
import { removeExpired } from './store.ts'

const SWEEP_MS = 5 * MINUTE_MS
const BATCH = 1_000

export function openIdempotency(deps: { db: Queryable; clock: Clock; log: FastifyBaseLogger }): AsyncDisposable {
  const clearing = startHousekeeping({
    name: 'idempotency keys',
    everyMs: SWEEP_MS,
    log: deps.log,
    round: async () => (await removeExpired(deps.db, deps.clock(), BATCH)) === BATCH,
  })
  return { [Symbol.asyncDispose]: () => clearing.stop() }
}
