// Telemetry as the rest of the gateway sees it: the figures of this process, and those of the gateway, which are read from the database at
// most once in a few seconds, however many ask.
import type { FastifyBaseLogger } from 'fastify'
import type { Backups } from '#backup/report/open.ts'
import type { Carts } from '#cart/feature.ts'
import type { Connections } from '#db/pool.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Doctor } from '#doctor/feature.ts'
import type { Clock } from '#kernel/time.ts'
import type { Reconciliation } from '#reconciliation/feature.ts'
import type { Recurrences } from '#recurrence/feature.ts'
import type { Figure } from './metrics/figure.ts'
import type { Circuits } from './metrics/process-figures.ts'
import type { Snapshot } from './metrics/snapshot.ts'
import { openTraces as open } from './traces/traces.ts'

export interface Metrics extends Disposable {
  ofProcess(): Promise<Snapshot>
  /** The same in every process. */
  ofGateway(): Promise<Snapshot>
}

const FRESH_MS = 5_000

export interface MetricsDeps {
  db: Queryable
  clock: Clock
  doctor: Pick<Doctor, 'lastExamination' | 'trialBalance'>
  reconciliation: Pick<Reconciliation, 'readStanding'>
  backups: Pick<Backups, 'reports'>
  carts: Pick<Carts, 'counts'>
  recurrences: Pick<Recurrences, 'figures'>
  recovering: () => boolean
  log: Pick<FastifyBaseLogger, 'error'>
  connections: () => Connections
  /** Of the PSP accounts that this process has called. */
  circuits: () => Circuits[]
  /** What it has refused at the hosted checkout since it began, by the bound that was reached. */
  refusedAtCheckout: () => Record<string, number>
  /** Requests that it could not log. */
  unlogged: () => number
  /** For so long the figures of the gateway are not read anew. */
  freshMs?: number
}

/** What counts is loaded only where it is asked for: it takes five megabytes. */
export async function openMetrics({ freshMs = FRESH_MS, ...deps }: MetricsDeps): Promise<Metrics> {
  const [{ openProcessFigures }, { openGatewayFigures }, { snapshotOfFigures }] = await Promise.all([
    import('./metrics/process-figures.ts'),
    import('./metrics/gateway-figures.ts'),
    import('./metrics/figure.ts'),
  ])
  const process = openProcessFigures(deps)
  const readGateway = openGatewayFigures(deps)
  let gateway: { figures: Promise<Figure[]>; untilMs: number } | null = null
  return {
    ofProcess: process.snapshot,
    async ofGateway() {
      if (gateway === null || performance.now() >= gateway.untilMs)
        gateway = { figures: readGateway(), untilMs: performance.now() + freshMs }
      return snapshotOfFigures(await gateway.figures)
    },
    [Symbol.dispose]: process.stop,
  }
}

/** Traces the work of this process, see `traces/traces.ts`. */
export const openTraces = (deps: Parameters<typeof open>[0]): Promise<AsyncDisposable> => open(deps)
