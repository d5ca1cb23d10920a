// R4 and R5: what the event adds to the cost of a payment.
import { clearBooks } from './backlog-made.ts'
import { canReadCpu } from './cpu.ts'
import { startEngine, untilDelivered } from './drain.ts'
import { type Figure, median } from './figures.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { PayGiven } from './payments.ts'
import type { Part } from './process.ts'

const CLIENTS = 32

interface Paid {
  perSecond: number
  cpuUs: number
}

/** R4: sent, answered and logged, of the payment alone. */
export async function measurePaymentCpu(
  infrastructure: Infrastructure,
  pairs: number,
  forMs: number,
): Promise<Figure[]> {
  if (!canReadCpu) return []
  const reported = await inPairs(infrastructure, pairs, forMs, false)
  const note = `${us(reported.withEvent)} with its notification, ${us(reported.bare)} without`
  return [{ name: 'R4', values: ratios(reported, 'cpuUs'), note }]
}

/** R5: the commits alone. Nothing is sent meanwhile, so that only what the payment waits for is measured. */
export async function measureCommits(infrastructure: Infrastructure, pairs: number, forMs: number): Promise<Figure[]> {
  const reported = await inPairs(infrastructure, pairs, forMs, true)
  const rate = (paid: Paid[]) => `${median(paid.map(({ perSecond }) => perSecond)).toFixed(0)}/s`
  const note = `${rate(reported.withEvent)} with, ${rate(reported.bare)} without; ${CLIENTS} clients`
  return [{ name: 'R5', values: ratios(reported, 'perSecond'), note }]
}

interface Pairs {
  bare: Paid[]
  withEvent: Paid[]
}

const ratios = ({ bare, withEvent }: Pairs, what: keyof Paid) =>
  withEvent.map((paid, n) => paid[what] / (bare[n]?.[what] ?? Number.NaN))
const us = (paid: Paid[]) => `${median(paid.map(({ cpuUs }) => cpuUs)).toFixed(0)} us`

async function inPairs(infrastructure: Infrastructure, pairs: number, forMs: number, held: boolean): Promise<Pairs> {
  const engine = await startEngine(infrastructure, { held })
  const all: Pairs = { bare: [], withEvent: [] }
  for (let pair = 0; pair <= pairs; pair++) {
    const bare = await pay(infrastructure, engine, { forMs, clients: CLIENTS, withEvent: false }, held)
    const withEvent = await pay(infrastructure, engine, { forMs, clients: CLIENTS, withEvent: true }, held)
    if (pair === 0) continue
    all.bare.push(bare)
    all.withEvent.push(withEvent)
  }
  await engine.end()
  return all
}

async function pay(infrastructure: Infrastructure, engine: Part, given: PayGiven, held: boolean): Promise<Paid> {
  await clearBooks(infrastructure.db)
  // Emptied tables make every connection plan its statements anew, once.
  await payAndWait(infrastructure, engine, { ...given, forMs: given.forMs / 4 }, held)
  const cpuBefore = infrastructure.cpuMs([engine])
  const { count, perSecond } = await payAndWait(infrastructure, engine, given, held)
  return { perSecond, cpuUs: ((infrastructure.cpuMs([engine]) - cpuBefore) * 1_000) / count }
}

async function payAndWait(infrastructure: Infrastructure, engine: Part, given: PayGiven, held: boolean) {
  await infrastructure.receivers.run('reset', {})
  const paid = await engine.run<{ count: number; perSecond: number }>('pay', given)
  if (given.withEvent && !held) {
    await infrastructure.receivers.run('until', paid.count)
    await untilDelivered(infrastructure)
  }
  return paid
}
