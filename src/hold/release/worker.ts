// What is blocked until a day that has come: reserves of sales, what is to be settled of them, and holds by hand. Found by that day
// alone, after an outage of days as after a night. Holds of sales go in batches, each account by itself where a batch cannot be written, so that one whose books
// are broken keeps no other waiting.

import pLimit from 'p-limit'
import { failsAgain } from '#db/postgres.ts'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { aboutAccount } from '#kernel/alert-subject.ts'
import { HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import type { HoldsDeps } from '../feature.ts'
import { endOrder } from '../order/end.ts'
import { findDueOrders } from '../order/store.ts'
import type { DueHolds } from './release.ts'
import { findDueReserves, findDueSettlements, type HoldKey, releasable } from './store.ts'

/** Reserves, and as many settlements, that are released in one transaction: as many as requests of their accounts can wait for. */
const HOLDS = 500
const ORDERS = 20
/** Orders that end at the same time: each takes a connection, and requests want some too. */
const ENDING = 4
const EVERY_MS = SECOND_MS
/** An account in which something could not be released is left alone for so long. */
const LEFT_ALONE_MS = HOUR_MS

export function startReleaseWork(
  deps: Omit<HoldsDeps, 'pressure'> & { release: (due: DueHolds) => Promise<number> },
): DueLoop {
  const { db, clock, log, alerts } = deps
  const leftAlone = new Map<number, number>()
  const ending = pLimit(ENDING)

  async function round(): Promise<boolean> {
    const now = clock()
    for (const [accountId, until] of leftAlone) if (until <= now.getTime()) leftAlone.delete(accountId)
    const except = [...leftAlone.keys()]
    const reserves = await findDueReserves(db, now, HOLDS, except)
    const settlements = await findDueSettlements(db, now, HOLDS, except)
    await each(byAccount([...reserves, ...settlements]), deps.release)
    const orders = await findDueOrders(db, now, ORDERS, [...leftAlone.keys()])
    await each(orders, order => ending(() => endOrder(deps, order)))
    return reserves.length === HOLDS || settlements.length === HOLDS || orders.length === ORDERS
  }

  /** Throws what may succeed at the next round. */
  async function each<Due extends { accountId: number }>(dues: Due[], work: (due: Due) => Promise<unknown>) {
    const outcomes = await Promise.allSettled(dues.map(work))
    for (const [n, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue
      if (!failsAgain(outcome.reason)) throw outcome.reason
      const { accountId } = dues[n] as Due
      leftAlone.set(accountId, clock().getTime() + LEFT_ALONE_MS)
      log.error({ err: outcome.reason, accountId }, 'what is blocked in an account could not be released')
      alerts.raise('HOLD_NOT_RELEASED', { accountId }, aboutAccount(accountId))
    }
  }

  const owed = { db, rows: () => releasable(clock()) }
  return startDueLoop({ name: 'releases', everyMs: EVERY_MS, log, round, owed })
}

function byAccount(keys: HoldKey[]): DueHolds[] {
  const ofAccount = Map.groupBy(keys, ({ accountId }) => accountId)
  return [...ofAccount].map(([accountId, found]) => ({ accountId, seqs: found.map(({ seq }) => seq) }))
}
