// Proposals that nobody has decided about in time end by themselves. They cannot be confirmed from that moment on anyway: this
// only writes it down.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/postgres.ts'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { type Clock, SECOND_MS } from '#kernel/time.ts'
import { expireDue } from './decide.ts'
import { expired } from './store.ts'

const BATCH = 100

export function startProposalExpiry(deps: {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
}): DueLoop {
  const { db, clock, log } = deps
  const round = async () => (await expireDue(db, clock(), BATCH)) === BATCH
  const owed = { db, rows: () => expired(clock()) }
  return startDueLoop({ name: 'proposals', everyMs: SECOND_MS, log, round, owed })
}
