// What notifications cost, as ratios within one run: against the bare HTTP client, against payments that notify no receiver, against
// receivers that behave, and against two job queues. Exits with 1 when a figure misses its floor.
//   --quick          fewer and shorter runs, for a first look
//   --only R1,R4     some figures
import { canReadCpu } from './notifications/cpu.ts'
import { measureDrain, measureSlowStatements } from './notifications/drain-figures.ts'
import { type Figure, GOALS, missed, table } from './notifications/figures.ts'
import { type Infrastructure, openInfrastructure } from './notifications/infrastructure.ts'
import { measureIsolation } from './notifications/isolation-figures.ts'
import { measureKill } from './notifications/kill-figures.ts'
import { measureLatency } from './notifications/latency-figures.ts'
import { measureCommits, measurePaymentCpu } from './notifications/payment-figures.ts'
import { measureSnapshot } from './notifications/snapshot-figures.ts'
import { measureWal } from './notifications/wal-figures.ts'

const { only, quick } = readArguments(process.argv.slice(2))
const pairs = quick ? 2 : 5
const wants = (...names: string[]) => only === null || names.some(name => only.has(name))

const measures: { of: string[]; take: (infrastructure: Infrastructure) => Promise<Figure[]> }[] = [
  { of: ['R1', 'R2', 'R3', 'R9'], take: drain },
  { of: ['R3'], take: async infrastructure => [await measureSlowStatements(infrastructure, quick ? 1_500 : 8_000)] },
  { of: ['R4'], take: infrastructure => measurePaymentCpu(infrastructure, pairs, quick ? 400 : 2_000) },
  { of: ['R5'], take: infrastructure => measureCommits(infrastructure, pairs, quick ? 400 : 2_000) },
  { of: ['R6', 'R7'], take: infrastructure => measureIsolation(infrastructure, pairs, quick ? 1_000 : 3_000) },
  {
    of: ['R8'],
    take: infrastructure => measureLatency(infrastructure, { pairs, forMs: quick ? 600 : 2_500 }),
  },
  { of: ['R12'], take: infrastructure => measureWal(infrastructure, quick ? 1 : 5, quick ? 1_000 : 4_000) },
  { of: ['R13'], take: infrastructure => measureSnapshot(infrastructure, pairs, quick ? 1_500 : 12_000) },
  { of: ['R14'], take: infrastructure => measureKill(infrastructure, quick ? 1 : 3) },
]

function drain(infrastructure: Infrastructure): Promise<Figure[]> {
  const size = { pairs, count: quick ? 2_000 : 20_000, rivalCount: quick ? 800 : 8_000, withRivals: wants('R9') }
  return measureDrain(infrastructure, size)
}

const startedAt = performance.now()
const figures: Figure[] = []
const infrastructure = await openInfrastructure()
// When it is stopped it still cleans up: the database would outlive it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void infrastructure.close().finally(() => process.exit(1)))
try {
  for (const { of, take } of measures) if (wants(...of)) figures.push(...(await measured(of, take)))
} finally {
  await infrastructure.close()
}
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
process.stdout.write(`\n${table(inOrder(figures), GOALS)}\n\n`)
process.stdout.write(`medians of ${pairs} pairs, durable commits, loopback; ${seconds} s\n`)
if (!canReadCpu) process.stdout.write('This system has no /proc, so the figures that count CPU time are left out.\n')
process.exitCode = missed(figures, GOALS) ? 1 : 0

async function measured(of: string[], take: (infrastructure: Infrastructure) => Promise<Figure[]>): Promise<Figure[]> {
  const since = performance.now()
  const found = await take(infrastructure)
  process.stdout.write(`${of.join(', ')}: measured in ${((performance.now() - since) / 1_000).toFixed(0)} s\n`)
  return found.filter(({ name }) => wants(...name.split(' ').slice(0, 1)))
}

function inOrder(found: Figure[]): Figure[] {
  const order = Object.keys(GOALS)
  return found.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

function readArguments(given: string[]): { only: Set<string> | null; quick: boolean } {
  const named = given[given.indexOf('--only') + 1]
  const names = given.includes('--only') && named !== undefined ? new Set(named.split(',')) : null
  return { only: names, quick: given.includes('--quick') }
}
