// What this process has done, counted as it happens, and how it is: requests, batches, transactions, calls of PSPs, deliveries, its
// connections to the database and its event loop. Labels are names out of the source, never what a caller sends.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import type { MetricsDeps } from '../feature.ts'
import { countWork } from './counted-work.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'

export interface Circuits {
  kind: string
  api: 'pix' | 'charges'
  isOpen: boolean
}

export interface ProcessFigures {
  snapshot(): Promise<Snapshot>
  stop(): void
}

const NANOS = 1e9

/** How often the event loop is looked at: each look wakes a process that rests. */
const LOOK_MS = 50

export function openProcessFigures(deps: MetricsDeps): ProcessFigures {
  const registry = new Registry()
  measureNode(registry)
  const delay = monitorEventLoopDelay({ resolution: LOOK_MS })
  delay.enable()
  const stopCounting = countWork(registry)
  measureProcess(registry, delay)
  measureDatabase(registry, deps)
  measureRest(registry, deps)
  return {
    async snapshot() {
      const snapshot = await snapshotOf(registry)
      delay.reset()
      return snapshot
    },
    stop() {
      stopCounting()
      delay.disable()
    },
  }
}

/** The usual figures of a Node process, under the names that ready-made dashboards know. */
function measureNode(registry: Registry): void {
  // Its own looks at the event loop have no end and would be a second timer: they come once an hour, and what they find is not shown.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: HOUR_MS })
  for (const name of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    registry.removeSingleMetric(`nodejs_eventloop_lag_${name}_seconds`)
}

function measureProcess(registry: Registry, delay: ReturnType<typeof monitorEventLoopDelay>): void {
  const registers = [registry]
  new Gauge({
    name: 'porteira_event_loop_delay_p99_seconds',
    help: 'How late the event loop is, since the last scrape; of several processes the longest.',
    registers,
    aggregator: 'max',
    collect() {
      this.set(Math.max(0, delay.percentile(99) / NANOS - LOOK_MS / SECOND_MS))
    },
  })
  new Gauge({
    name: 'porteira_heap_used_bytes',
    help: 'Heap in use.',
    registers,
    aggregator: 'sum',
    collect() {
      this.set(process.memoryUsage().heapUsed)
    },
  })
  new Gauge({
    name: 'porteira_uptime_seconds',
    help: 'Since the process began; of several processes the youngest.',
    registers,
    aggregator: 'min',
    collect() {
      this.set(Math.round(process.uptime()))
    },
  })
  new Gauge({
    name: 'porteira_processes',
    help: 'Gateway processes that have answered this scrape.',
    registers,
    aggregator: 'sum',
    collect() {
      this.set(1)
    },
  })
}

function measureDatabase(registry: Registry, { connections }: Pick<MetricsDeps, 'connections'>): void {
  const registers = [registry]
  new Gauge({
    name: 'porteira_database_connections',
    help: 'Connections to the database, by state.',
    labelNames: ['state'],
    registers,
    aggregator: 'sum',
    collect() {
      const { busy, idle } = connections()
      this.set({ state: 'busy' }, busy)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    name: 'porteira_database_connections_max',
    help: 'The most connections that there may be.',
    registers,
    aggregator: 'sum',
    collect() {
      this.set(connections().max)
    },
  })
  new Gauge({
    name: 'porteira_database_connections_busy_ratio',
    help: 'The share of the connections that are busy; of several processes the largest. 1: what comes next waits.',
    registers,
    aggregator: 'max',
    collect() {
      const { busy, max } = connections()
      this.set(busy / max)
    },
  })
  new Gauge({
    name: 'porteira_database_waiting',
    help: 'Statements and transactions that wait for a connection.',
    registers,
    aggregator: 'sum',
    collect() {
      this.set(connections().waiting)
    },
  })
}

function measureRest(
  registry: Registry,
  { circuits, refusedAtCheckout, unlogged }: Pick<MetricsDeps, 'circuits' | 'refusedAtCheckout' | 'unlogged'>,
): void {
  const registers = [registry]
  new Gauge({
    name: 'porteira_psp_circuits',
    help: 'PSP accounts that were called since the start, by kind, interface, and whether their circuit is open. Each process has its own.',
    labelNames: ['kind', 'api', 'state'],
    registers,
    aggregator: 'sum',
    collect() {
      this.reset()
      for (const { kind, api, isOpen } of circuits()) {
        this.inc({ kind, api, state: 'open' }, isOpen ? 1 : 0)
        this.inc({ kind, api, state: 'closed' }, isOpen ? 0 : 1)
      }
    },
  })
  // Counted where it happens, and taken over from there.
  new Counter({
    name: 'porteira_checkout_refused_total',
    help: 'What was refused at the hosted checkout, because one address or cart came too fast.',
    labelNames: ['bound'],
    registers,
    collect() {
      this.reset()
      for (const [bound, count] of Object.entries(refusedAtCheckout())) this.inc({ bound }, count)
    },
  })
  new Counter({
    name: 'porteira_request_log_dropped_total',
    help: 'Requests of the API that were answered and not logged: there was no room, or they could not be stored.',
    registers,
    collect() {
      this.reset()
      this.inc(unlogged())
    },
  })
}
