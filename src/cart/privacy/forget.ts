// A while after its end a cart forgets who its buyer was, and a session what it was told of a buyer who may never have come.
import type { DueLoop } from '#db/queue/due.ts'
import { startHousekeeping } from '#db/queue/housekeeping.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import type { CartDeps } from '../deps.ts'
import { forgetBuyers, forgetPrefills } from './store.ts'

/** The time after which they are forgotten is a setting in days. */
const EVERY_MS = HOUR_MS
const BATCH = 100

export function startForgetting({
  db,
  clock,
  log,
  keepDays,
}: Pick<CartDeps, 'db' | 'clock' | 'log' | 'keepDays'>): DueLoop {
  return startHousekeeping({
    name: 'forgotten buyers',
    everyMs: EVERY_MS,
    log,
    async round() {
      const now = clock()
      const before = new Date(now.getTime() - keepDays * DAY_MS)
      const buyers = await forgetBuyers(db, { before, now, limit: BATCH })
      const prefills = await forgetPrefills(db, { before, limit: BATCH })
      return buyers === BATCH || prefills === BATCH
    },
  })
}
