// Disputes: the watch over what the PSPs tell of them, the work that they owe, and their doors.

import { applyReported } from '#dispute/apply-reported.ts'
import { submitDefence } from '#dispute/defence/submit.ts'
import { endByHand, openByHand } from '#dispute/ending/by-hand.ts'
import { type OperatorsDisputeDeps, operatorsDisputeRoutes } from '#dispute/operator-routes.ts'
import { disputeRoutes } from '#dispute/routes.ts'
import { startDisputeWatch } from '#dispute/watch/watch.ts'
import { startDefenceWork, startReminders } from '#dispute/worker.ts'
import type { Server } from '#http/server.ts'
import { SALES_UNDER_DISPUTE } from '#sale/dispute/disputed-sale.ts'
import type { Events } from './events.ts'
import type { Infrastructure } from './infrastructure.ts'

export type DisputeOperations = Omit<OperatorsDisputeDeps, 'db' | 'clock' | 'proposals'>

export function openDisputes(
  resources: AsyncDisposableStack,
  infrastructure: Infrastructure,
  { outbox }: Pick<Events, 'outbox'>,
): DisputeOperations {
  const { config, db, psps, clock, random, alertInTx, alertOnce, log } = infrastructure
  const deps = { db, outbox, psps, clock, random, alertInTx, alertOnce, log, sales: SALES_UNDER_DISPUTE }
  const { timeout_ms: pspTimeoutMs, lookupWaits_ms, sweepEvery_ms: everyMs } = config.psp
  const workDeps = { ...deps, pspTimeoutMs, lookupWaitsMs: [...lookupWaits_ms] }
  const defences = startDefenceWork(workDeps)
  resources.defer(() => defences.stop())
  const reminders = startReminders(workDeps)
  resources.defer(() => reminders.stop())
  const watch = startDisputeWatch({ ...deps, everyMs, apply: (id, reported) => applyReported(deps, id, reported) })
  resources.defer(() => watch.stop())
  return {
    open: request => openByHand(deps, request),
    end: request => endByHand(deps, request),
    async defend(request) {
      const outcome = await submitDefence(deps, request)
      defences.wake()
      return outcome
    },
  }
}

export function openDisputeRoutes(
  server: Server,
  { db, clock, proposals }: Pick<OperatorsDisputeDeps, 'db' | 'clock' | 'proposals'>,
  operations: DisputeOperations,
): void {
  disputeRoutes(server, { db, defend: operations.defend })
  operatorsDisputeRoutes(server, { db, clock, proposals, ...operations })
}
