// Cards whose acquirer pays instalment by instalment. It reports `paid` once, with its first payment: that settles what is due by then, and every
// later part when its day has come and the charge, looked up on that day, is paid still. What is contested meanwhile waits. Each PSP account has a
// round of its own, so that one that does not answer keeps no other waiting.
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { paidUpTo } from '#kernel/terms/settlement.ts'
import { HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import type { ChargeDeps } from '../deps.ts'
import { lookAtCards } from './listed.ts'
import { findCardsWithDueParts } from './store.ts'

/** By the gateway's clock; how often that is looked at follows the process's own. */
const LOOK_EVERY_MS = HOUR_MS

export function startDueParts(deps: ChargeDeps): DueLoop {
  let nextAt = 0

  async function round(): Promise<boolean> {
    const now = deps.clock().getTime()
    // A clock may go back.
    if (now < nextAt && now > nextAt - LOOK_EVERY_MS) return false
    const due = await findCardsWithDueParts(deps.db, paidUpTo(deps.clock()), deps.psps.collectCircuitsOpen())
    // Before the look-ups, of which PSPs bound those of a day: they are made once, whatever comes of them.
    nextAt = now + LOOK_EVERY_MS
    await Promise.all([...Map.groupBy(due, card => card.pspAccountId).values()].map(cards => lookAtCards(deps, cards)))
    return false
  }

  return startDueLoop({ name: 'due parts of cards', everyMs: SECOND_MS, log: deps.log, round })
}
