// The figures of this gateway, where METRICS asks for them: what telemetry needs of each feature is handed over here.
import type { Backups } from '#backup/report/open.ts'
import { type Metrics, openMetrics } from '#telemetry/feature.ts'
import type { Features } from './features.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Null where none are kept. */
export async function metricsOf(
  infrastructure: Infrastructure,
  features: Features & { backups: Backups },
): Promise<Metrics | null> {
  const { config, db, clock, log, psps, recovery, figuresFreshMs } = infrastructure
  if (config.metrics === null) return null
  return openMetrics({
    ...features,
    db,
    clock,
    log,
    ...(figuresFreshMs !== undefined && { freshMs: figuresFreshMs }),
    recovering: recovery.active,
    connections: db.connections,
    circuits: () =>
      psps
        .states()
        .flatMap(({ kind, circuitOpen, collect }) => [
          { kind, api: 'pix', isOpen: circuitOpen },
          ...(collect === null ? [] : [{ kind, api: 'charges' as const, isOpen: collect.circuitOpen }]),
        ]),
    refusedAtCheckout: features.checkouts.attempts.refused,
    unlogged: features.requestLog.dropped,
  })
}
