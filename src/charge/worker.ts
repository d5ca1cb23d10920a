// The charges that owe work: creations that were left, boletos whose time is over, and what is being cancelled. In lanes by PSP account, so
// that a slow PSP delays no charge of another; one whose API of charges does not answer is asked nothing.
import { type DueLanes, startDueLanes } from '#db/queue/due-lanes.ts'
import { later, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { Boleto } from './charge.ts'
import type { ChargeDeps } from './deps.ts'
import { doDueWork } from './due-work.ts'
import { leaseDue } from './store.ts'

const LEASE_MS = 2 * MINUTE_MS

export function startChargeWork(deps: ChargeDeps): DueLanes<Boleto> {
  const { db, psps, clock, log } = deps
  return startDueLanes<Boleto>({
    name: 'charges',
    everyMs: SECOND_MS,
    batch: 20,
    max: 8,
    maxHeld: 40,
    log,
    claim(limit, full) {
      const now = clock()
      const except = [...psps.collectCircuitsOpen(), ...full]
      return leaseDue(db, { now, until: later(now, LEASE_MS), limit, except })
    },
    keyOf: ({ accountId, saleId }) => `${accountId}/${saleId}`,
    laneOf: ({ pspAccountId }) => pspAccountId,
    work: boleto => doDueWork(deps, boleto),
    failed: (error, { ref }) => log.error({ err: error, ref }, 'the due work of a charge failed'),
  })
}
