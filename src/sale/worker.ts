// The sales that owe work: those that have expired, and creations that were never finished. In lanes by PSP account, so that a
// slow PSP delays no sale of another.
import { type DueLanes, startDueLanes } from '#db/queue/due-lanes.ts'
import { owedIn } from '#db/queue/owed.ts'
import { later, MINUTE_MS } from '#kernel/time.ts'
import { closeOverdue } from './close.ts'
import type { SaleDeps } from './deps.ts'
import type { Sale } from './sale.ts'
import { leaseDue } from './store.ts'

const LEASE_MS = 2 * MINUTE_MS

export function startSaleWork(deps: SaleDeps): DueLanes<Sale> {
  const { db, clock, log } = deps
  return startDueLanes<Sale>({
    name: 'sales',
    everyMs: 1_000,
    batch: 20,
    max: 20,
    maxHeld: 40,
    log,
    owed: owedIn('sale', deps),
    lease(limit, except) {
      const now = clock()
      return leaseDue(db, { now, until: later(now, LEASE_MS), limit, except })
    },
    keyOf: ({ accountId, id }) => `${accountId}/${id}`,
    laneOf: ({ pspAccountId }) => pspAccountId,
    work: sale => closeOverdue(deps, sale),
    failed: (error, sale) => log.error({ err: error, sale: sale.uuid }, 'a sale could not be closed'),
  })
}
