// Our books against the PSPs' lists: the daily work, and its doors.
import type { Database } from '#db/postgres.ts'
import type { Server } from '#http/server.ts'
import type { Clock } from '#kernel/time.ts'
import type { ProposalOperations } from '#proposal/manage.ts'
import { caseRoutes } from '#reconciliation/case/routes.ts'
import { checkCoverage } from '#reconciliation/coverage/coverage.ts'
import { dayRoutes } from '#reconciliation/day/routes.ts'
import { type RunRouteDeps, runRoutes } from '#reconciliation/run/routes.ts'
import { startReconciliation } from '#reconciliation/worker.ts'
import type { Infrastructure } from './infrastructure.ts'

export type ReconciliationOperations = Pick<RunRouteDeps, 'wake' | 'checkCoverage'>

export function openReconciliation(
  resources: AsyncDisposableStack,
  infrastructure: Infrastructure,
): ReconciliationOperations {
  const { config, recovery } = infrastructure
  const work = startReconciliation({
    ...infrastructure,
    paused: () => recovery.active(),
    daily: config.dailyReconciliation,
  })
  resources.defer(() => work.stop())
  return { wake: work.wake, checkCoverage: pspAccountId => checkCoverage(infrastructure, pspAccountId) }
}

export function reconciliationRoutes(
  server: Server,
  deps: { db: Database; clock: Clock; proposals: ProposalOperations; operations: ReconciliationOperations },
): void {
  const { db, clock, proposals, operations } = deps
  runRoutes(server, { db, clock, ...operations })
  caseRoutes(server, { db, clock, proposals })
  dayRoutes(server, { db, clock, proposals })
}
