// Charges that owe work, in lanes by PSP account, so that a slow PSP delays no charge of another; one whose API of charges does not answer is
// asked nothing.

import { type DueLanes, startDueLanes } from '#db/queue/due-lanes.ts'
import type { LeaseRequest } from '#db/queue/lease.ts'
import { owedIn } from '#db/queue/owed.ts'
import { later, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { ChargeDeps } from './deps.ts'

const LEASE_MS = 2 * MINUTE_MS

interface DueCharge {
  accountId: number
  saleId: bigint
  pspAccountId: number
  ref: string
}

export interface ChargeWork<Charge> {
  name: string
  lease: (db: ChargeDeps['db'], request: LeaseRequest) => Promise<Charge[]>
  work: (deps: ChargeDeps, charge: Charge) => Promise<void>
}

export function startChargeLanes<Charge extends DueCharge>(
  deps: ChargeDeps,
  { name, lease, work }: ChargeWork<Charge>,
): DueLanes<Charge> {
  const { db, psps, clock, log } = deps
  return startDueLanes<Charge>({
    name,
    everyMs: SECOND_MS,
    batch: 20,
    max: 8,
    maxHeld: 40,
    log,
    owed: owedIn('charge', deps),
    lease(limit, full) {
      const now = clock()
      const except = [...psps.collectCircuitsOpen(), ...full]
      return lease(db, { now, until: later(now, LEASE_MS), limit, except })
    },
    keyOf: ({ accountId, saleId }) => `${accountId}/${saleId}`,
    laneOf: ({ pspAccountId }) => pspAccountId,
    work: charge => work(deps, charge),
    failed: (error, { ref }) => log.error({ err: error, ref, lanes: name }, 'the due work of a charge failed'),
  })
}
