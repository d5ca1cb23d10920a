// R8: how long a payment's event takes from its commit to the first byte at the receiver, with the gateway half busy, against the bare
// client when it is half busy.
import { clearBooks } from './backlog-made.ts'
import { drainRaw, startEngine, startRaw, untilDelivered, WEBHOOKS } from './drain.ts'
import type { ReportedEvent, SteadyGiven } from './engine.ts'
import { type Figure, median, quantile } from './figures.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { PayGiven } from './payments.ts'
import type { Part } from './process.ts'
import type { IncomingPix } from './receivers.ts'

const WARM_REQUESTS = 8_000

interface Waits {
  p50Ms: number
  p99Ms: number
}

export interface LatencySize {
  pairs: number
  forMs: number
}

export async function measureLatency(infrastructure: Infrastructure, { pairs, forMs }: LatencySize): Promise<Figure[]> {
  const raw = await startRaw(infrastructure)
  const engine = await startEngine(infrastructure)
  await drainRaw(infrastructure, raw, WARM_REQUESTS)
  const rawRate = (await drainRaw(infrastructure, raw, WARM_REQUESTS)).perSecond / 2
  const rate = (await saturation(infrastructure, engine, forMs)) / 2
  const all: { ours: Waits; bare: Waits }[] = []
  for (let pair = 0; pair < pairs; pair++)
    all.push({
      bare: await ofRaw(infrastructure, raw, { ratePerSecond: rawRate, forMs }),
      ours: await ofEngine(infrastructure, engine, { perSecond: rate, forMs, perCommit: 1, accounts: WEBHOOKS }),
    })
  await raw.end()
  await engine.end()
  const shown = (which: 'ours' | 'bare', what: keyof Waits) => median(all.map(pair => pair[which][what])).toFixed(2)
  const note =
    `p50 ${shown('ours', 'p50Ms')} ms, p99 ${shown('ours', 'p99Ms')} ms at ${rate.toFixed(0)}/s; ` +
    `bare p99 ${shown('bare', 'p99Ms')} ms at ${rawRate.toFixed(0)}/s`
  return [{ name: 'R8', values: all.map(({ ours, bare }) => ours.p99Ms / bare.p99Ms), note }]
}

/** Payments per second when they come as fast as they are booked, each with its event. */
async function saturation(infrastructure: Infrastructure, engine: Part, forMs: number): Promise<number> {
  await clearBooks(infrastructure.db)
  const given: PayGiven = { forMs, clients: 32, withEvent: true }
  await engine.run('pay', given)
  const { perSecond } = await engine.run<{ perSecond: number }>('pay', given)
  await untilDelivered(infrastructure)
  return perSecond
}

async function ofRaw(
  infrastructure: Infrastructure,
  raw: Part,
  given: { ratePerSecond: number; forMs: number },
): Promise<Waits> {
  await infrastructure.receivers.run('reset', { keep: true })
  return waitsOf(infrastructure, await raw.run<Map<string, number>>('steady', given))
}

async function ofEngine(infrastructure: Infrastructure, engine: Part, given: SteadyGiven): Promise<Waits> {
  await clearBooks(infrastructure.db)
  await infrastructure.receivers.run('reset', { keep: true })
  const reported = await engine.run<ReportedEvent[]>('steady', given)
  await untilDelivered(infrastructure)
  return waitsOf(infrastructure, new Map(reported.map(({ eventId, committedAtMs }) => [eventId, committedAtMs])))
}

async function waitsOf(infrastructure: Infrastructure, since: Map<string, number>): Promise<Waits> {
  const incoming = await infrastructure.receivers.run<IncomingPix[]>('arrivals')
  const waits = incoming.flatMap(({ eventId, atMs }) => {
    const from = since.get(eventId)
    return from === undefined ? [] : [atMs - from]
  })
  return { p50Ms: quantile(waits, 0.5), p99Ms: quantile(waits, 0.99) }
}
