// A while after its end a cart forgets who its buyer was, and a session what it was told of a buyer who may never have come.
import { startDueLoop } from '#db/queue/due.ts'
import { DAY_MS, SECOND_MS } from '#kernel/time.ts'
import type { CartDeps } from '../deps.ts'
import { forgetPrefills } from '../stock-store.ts'
import { lockForgettable } from '../store.ts'
import { eraseCart } from './erase.ts'

const EVERY_MS = 2 * SECOND_MS
const BATCH = 100

export function startForgetting({ db, clock, log, keepDays }: CartDeps): { stop(): Promise<void> } {
  return startDueLoop({
    name: 'forgotten buyers',
    everyMs: EVERY_MS,
    log,
    async round() {
      const now = clock()
      const before = new Date(now.getTime() - keepDays * DAY_MS)
      const carts = await db.transaction(async tx => {
        const ended = await lockForgettable(tx, before, BATCH)
        for (const cart of ended) await eraseCart(tx, cart, now)
        return ended.length
      })
      const sessions = await forgetPrefills(db, before, BATCH)
      return carts === BATCH || sessions === BATCH
    },
  })
}
