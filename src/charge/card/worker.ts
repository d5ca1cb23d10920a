// Attempts by card that owe work: those of which nobody knows what became, those in review, and what is to be cancelled. In lanes by PSP
// account, so that a slow PSP delays no attempt at another; one whose API of charges does not answer is asked nothing.
import { type DueLanes, startDueLanes } from '#db/queue/due-lanes.ts'
import { later, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { ChargeDeps } from '../deps.ts'
import type { CardCharge } from './card.ts'
import { doDueCard } from './due-work.ts'
import { leaseDueCards } from './store.ts'

const LEASE_MS = 2 * MINUTE_MS

export function startCardWork(deps: ChargeDeps): DueLanes<CardCharge> {
  const { db, psps, clock, log } = deps
  return startDueLanes<CardCharge>({
    name: 'cards',
    everyMs: SECOND_MS,
    batch: 20,
    max: 8,
    maxHeld: 40,
    log,
    claim(limit, full) {
      const now = clock()
      const except = [...psps.collectCircuitsOpen(), ...full]
      return leaseDueCards(db, { now, until: later(now, LEASE_MS), limit, except })
    },
    keyOf: ({ accountId, saleId }) => `${accountId}/${saleId}`,
    laneOf: ({ pspAccountId }) => pspAccountId,
    work: card => doDueCard(deps, card),
    failed: (error, { ref }) => log.error({ err: error, ref }, 'the due work of a card failed'),
  })
}
