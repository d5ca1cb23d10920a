// Counts and times the work that the gateway tells of (`kernel/concurrency/observed.ts`) from now on, in histograms.
import { Gauge, Histogram, type Registry } from 'prom-client'
import {
  type BatchRun,
  batchRuns,
  type DeliveryAttempt,
  deliveryAttempts,
  type Ended,
  type Observed,
  type PspCall,
  pspCalls,
  type ServedRequest,
  servedRequests,
  transactions,
} from '#kernel/concurrency/observed.ts'
import { SECOND_MS } from '#kernel/time.ts'

const FAST_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const REQUEST_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const OUTSIDE_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const LAG_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600]
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256]

/** Answers how to stop. */
export function countWork(registry: Registry): () => void {
  const stops = [
    countRequests(registry),
    countBatches(registry),
    countTransactions(registry),
    countPspCalls(registry),
    countDeliveries(registry),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function countRequests(registry: Registry): () => void {
  const registers = [registry]
  const inFlight = new Gauge({
    name: 'porteira_http_requests_in_flight',
    help: 'Requests that are being answered, open streams among them.',
    registers,
    aggregator: 'sum',
  })
  const duration = new Histogram({
    name: 'porteira_http_request_duration_seconds',
    help: 'Requests by method, template of the route and status, until the answer has gone out. No route: "none". The caller went away: "gone".',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_S,
    registers,
  })
  const began = () => inFlight.inc()
  const ended = (message: unknown) => {
    const { method, route, status, durationMs } = message as ServedRequest
    inFlight.dec()
    duration.observe({ method, route: route ?? 'none', status: status ?? 'gone' }, durationMs / SECOND_MS)
  }
  servedRequests.start.subscribe(began)
  servedRequests.asyncEnd.subscribe(ended)
  return () => {
    servedRequests.start.unsubscribe(began)
    servedRequests.asyncEnd.unsubscribe(ended)
  }
}

function countBatches(registry: Registry): () => void {
  const registers = [registry]
  const [labelNames, named] = [['batch'] as const, ['batch', 'outcome'] as const]
  const size = new Histogram({
    name: 'porteira_batch_size',
    help: 'Requests in each batch, by what the batch does.',
    labelNames,
    buckets: SIZES,
    registers,
  })
  const wait = new Histogram({
    name: 'porteira_batch_wait_seconds',
    help: 'How long each request has waited for its batch.',
    labelNames,
    buckets: FAST_S,
    registers,
  })
  const duration = new Histogram({
    name: 'porteira_batch_duration_seconds',
    help: 'How long each batch took.',
    labelNames: named,
    buckets: FAST_S,
    registers,
  })
  return timed<BatchRun, unknown>(batchRuns, (run, s) => {
    const batch = run.name
    size.observe({ batch }, run.size)
    for (const waitMs of run.waitsMs) wait.observe({ batch }, waitMs / SECOND_MS)
    duration.observe({ batch, outcome: run.error === undefined ? 'done' : 'failed' }, s)
  })
}

function countTransactions(registry: Registry): () => void {
  const duration = new Histogram({
    name: 'porteira_transaction_duration_seconds',
    help: 'Transactions of the database, the wait for a connection included.',
    labelNames: ['outcome'],
    buckets: FAST_S,
    registers: [registry],
  })
  return timed(transactions, ({ error }, s) =>
    duration.observe({ outcome: error === undefined ? 'committed' : 'failed' }, s),
  )
}

function countPspCalls(registry: Registry): () => void {
  const duration = new Histogram({
    name: 'porteira_psp_call_duration_seconds',
    help: 'Calls of PSPs by kind of PSP, operation and outcome: done, refused, unknown, or unsent, which are unknown and never left.',
    labelNames: ['kind', 'operation', 'outcome'],
    buckets: OUTSIDE_S,
    registers: [registry],
  })
  return timed(pspCalls, ({ kind, operation, ...ended }: PspCall & Ended<PspAnswer>, s) =>
    duration.observe({ kind, operation, outcome: outcomeOf(ended) }, s),
  )
}

type PspAnswer = { kind: string; unsent?: true }

const outcomeOf = ({ result }: Ended<PspAnswer>): string =>
  result === undefined ? 'failed' : result.unsent ? 'unsent' : result.kind

function countDeliveries(registry: Registry): () => void {
  const registers = [registry]
  const duration = new Histogram({
    name: 'porteira_delivery_duration_seconds',
    help: 'Attempts to deliver an event, by the class of the answer; "none": there was none.',
    labelNames: ['answer'],
    buckets: OUTSIDE_S,
    registers,
  })
  const lag = new Histogram({
    name: 'porteira_notification_lag_seconds',
    help: 'From an event to the first attempt to deliver it.',
    buckets: LAG_S,
    registers,
  })
  return timed<DeliveryAttempt, { status: number | null }>(deliveryAttempts, ({ lagMs, result }, s) => {
    const status = result?.status ?? null
    duration.observe({ answer: status === null ? 'none' : `${Math.trunc(status / 100)}xx` }, s)
    if (lagMs !== null) lag.observe(lagMs / SECOND_MS)
  })
}

/** Calls `ended` with all work that begins from now on and the seconds it took. */
function timed<Work extends object, Answer>(
  { channel }: Pick<Observed<Work, Answer>, 'channel'>,
  ended: (work: Work & Ended<Answer>, seconds: number) => void,
): () => void {
  const begins = new WeakMap<object, number>()
  const start = (work: unknown) => void begins.set(work as object, performance.now())
  const end = (work: unknown) => {
    const begin = begins.get(work as object)
    if (begin !== undefined) ended(work as Work & Ended<Answer>, (performance.now() - begin) / SECOND_MS)
  }
  channel.start.subscribe(start)
  channel.asyncStart.subscribe(end)
  return () => {
    channel.start.unsubscribe(start)
    channel.asyncStart.unsubscribe(end)
  }
}
