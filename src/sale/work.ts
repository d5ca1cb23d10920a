// The sales that owe work: those that have expired, and creations that nobody finished. In lanes by PSP account, so that one
// that is slow keeps no sale of another open.
import type { FastifyBaseLogger } from 'fastify'
import { type DueLanes, startDueLanes } from '#db/due-lanes.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { closeOverdue, type OverdueNeeds } from './close.ts'
import type { Sale } from './sale.ts'
import { claimDue } from './store.ts'

const CLAIM_MS = 2 * MINUTE_MS

export function startSaleWork(needs: OverdueNeeds & { log: FastifyBaseLogger }): DueLanes<Sale> {
  const { db, clock, log } = needs
  return startDueLanes<Sale>({
    name: 'sales',
    ...{ everyMs: 1_000, batch: 20, most: 20, mostHeld: 40, log },
    claim(limit, except) {
      const now = clock()
      return claimDue(db, now, new Date(now.getTime() + CLAIM_MS), limit, except)
    },
    keyOf: ({ accountId, id }) => `${accountId}/${id}`,
    laneOf: ({ pspAccountId }) => pspAccountId,
    work: sale => closeOverdue(needs, sale),
    failed: (error, sale) => log.error({ err: error, sale: sale.uuid }, 'a sale could not be closed'),
  })
}
