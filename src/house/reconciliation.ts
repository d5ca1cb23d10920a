// Our books against the PSPs' lists: the daily work, and its doors.
import type { Database } from '#db/postgres.ts'
import type { Server } from '#http/server.ts'
import type { Clock } from '#kernel/time.ts'
import type { ProposalDesk } from '#proposal/desk.ts'
import { caseRoutes } from '#reconciliation/case-routes.ts'
import { cover } from '#reconciliation/cover.ts'
import { dayRoutes } from '#reconciliation/day-routes.ts'
import { type RunRouteNeeds, runRoutes } from '#reconciliation/run-routes.ts'
import { startReconciliation } from '#reconciliation/work.ts'
import type { Ground } from './ground.ts'

export type ReconciliationDesk = Pick<RunRouteNeeds, 'wake' | 'cover'>

export function openReconciliation(parts: AsyncDisposableStack, ground: Ground): ReconciliationDesk {
  const { config, recovery } = ground
  const work = startReconciliation({ ...ground, parked: () => recovery.active(), daily: config.dailyReconciliation })
  parts.defer(() => work.stop())
  return { wake: work.wake, cover: pspAccountId => cover(ground, pspAccountId) }
}

export function reconciliationDoors(
  server: Server,
  needs: { db: Database; clock: Clock; proposals: ProposalDesk; desk: ReconciliationDesk },
): void {
  const { db, clock, proposals, desk } = needs
  runRoutes(server, { db, clock, ...desk })
  caseRoutes(server, { db, clock, proposals })
  dayRoutes(server, { db, clock, proposals })
}
