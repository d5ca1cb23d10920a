// The sales that owe work: those that have expired, and creations that nobody finished.
import type { FastifyBaseLogger } from 'fastify'
import { type DueLoop, startDueLoop } from '#db/due.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { type CloseNeeds, closeOverdue } from './close.ts'
import type { Sale } from './sale.ts'
import { claimDue } from './store.ts'

const SWEEP_MS = 1_000
const BATCH = 20
const CLAIM_MS = 2 * MINUTE_MS

export function startSaleWork(needs: CloseNeeds & { log: FastifyBaseLogger }): DueLoop {
  const work = (sale: Sale) =>
    closeOverdue(needs, sale).catch(error =>
      needs.log.error({ err: error, sale: sale.uuid }, 'a sale could not be closed'),
    )

  return startDueLoop({
    name: 'sales',
    everyMs: SWEEP_MS,
    log: needs.log,
    async round() {
      const now = needs.clock()
      const due = await claimDue(needs.db, now, new Date(now.getTime() + CLAIM_MS), BATCH)
      await Promise.all(due.map(work))
      return due.length === BATCH
    },
  })
}
