// The carts that owe work: those that are to be abandoned, or to expire. One cart at a time is asked about at the PSPs,
// so that a PSP that is slow is asked about few at once.
import { startDueLanes } from '#db/queue/due-lanes.ts'
import { owedIn } from '#db/queue/owed.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { Cart } from './cart.ts'
import type { CartDeps } from './deps.ts'
import { doDueWork } from './due-work.ts'
import { leaseDue } from './store.ts'

const LEASE_MS = 2 * MINUTE_MS
const ONE_LANE = 0

export function startCartWork(deps: CartDeps): { stop(): Promise<void> } {
  const { db, clock, log } = deps
  return startDueLanes<Cart>({
    name: 'carts',
    everyMs: SECOND_MS,
    batch: 20,
    max: 10,
    maxHeld: 40,
    log,
    owed: owedIn('cart', deps),
    async lease(limit, except) {
      if (except.includes(ONE_LANE)) return []
      const now = clock()
      return leaseDue(db, now, new Date(now.getTime() + LEASE_MS), limit)
    },
    keyOf: ({ accountId, id }) => `${accountId}/${id}`,
    laneOf: () => ONE_LANE,
    work: cart => doDueWork(deps, cart),
    failed: (error, cart) => log.error({ err: error, cart: cart.uuid }, 'the due work of a cart failed'),
  })
}
