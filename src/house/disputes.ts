// Disputes: the watch over what the PSPs tell of them, the work that they owe, and their doors.
import { submitDefence } from '#dispute/defend.ts'
import { endByHand, openByHand } from '#dispute/hand.ts'
import { type OperatorsDisputeNeeds, operatorsDisputeRoutes } from '#dispute/operator-routes.ts'
import { disputeRoutes } from '#dispute/routes.ts'
import { applyTold } from '#dispute/told.ts'
import { startDisputeWatch } from '#dispute/watch.ts'
import { startDefenceWork, startReminders } from '#dispute/work.ts'
import type { Server } from '#http/server.ts'
import { SALES_UNDER_DISPUTE } from '#sale/disputed.ts'
import type { Ground } from './ground.ts'
import type { News } from './news.ts'

export type DisputeDesk = Omit<OperatorsDisputeNeeds, 'db' | 'clock' | 'proposals'>

export function openDisputes(
  parts: AsyncDisposableStack,
  ground: Ground,
  { outbox }: Pick<News, 'outbox'>,
): DisputeDesk {
  const { config, db, psps, clock, random, alarmIn, alarmOnce, log } = ground
  const needs = { db, outbox, psps, clock, random, alarmIn, alarmOnce, log, sales: SALES_UNDER_DISPUTE }
  const { timeout_ms: pspTimeoutMs, lookupWaits_ms, sweepEvery_ms: everyMs } = config.psp
  const workNeeds = { ...needs, pspTimeoutMs, lookupWaitsMs: [...lookupWaits_ms] }
  const defences = startDefenceWork(workNeeds)
  parts.defer(() => defences.stop())
  const reminders = startReminders(workNeeds)
  parts.defer(() => reminders.stop())
  const watch = startDisputeWatch({ ...needs, everyMs, apply: (id, told) => applyTold(needs, id, told) })
  parts.defer(() => watch.stop())
  return {
    open: ask => openByHand(needs, ask),
    end: ask => endByHand(needs, ask),
    async defend(ask) {
      const outcome = await submitDefence(needs, ask)
      defences.wake()
      return outcome
    },
  }
}

export function disputeDoors(
  server: Server,
  { db, clock, proposals }: Pick<OperatorsDisputeNeeds, 'db' | 'clock' | 'proposals'>,
  desk: DisputeDesk,
): void {
  disputeRoutes(server, { db, defend: desk.defend })
  operatorsDisputeRoutes(server, { db, clock, proposals, ...desk })
}
