// What the money core costs, as ratios within one run: cashouts decided in batches, against one call and against ten round trips for each;
// an account that has grown, against one that has not; over HTTP, against the same routes with a constant answer. Exits with 1 when a
// figure misses its floor.
//   --quick          fewer and shorter runs, for a first look
//   --only M1,M9     some figures

import { openDatabase } from '#db/postgres.ts'
import { measureCore, measureLone, measureStatements } from './money/core-figures.ts'
import { GOALS, type MoneyFigure } from './money/figures.ts'
import { passGates } from './money/gates.ts'
import { measureGrowth } from './money/growth-figures.ts'
import { measureHttp, openHttpInfrastructure } from './money/http-figures.ts'
import { type Infrastructure, openInfrastructure } from './money/infrastructure.ts'
import { chainFigures } from './money-chain.ts'
import { doctorFigures } from './money-doctor.ts'
import { missed, table } from './notifications/figures.ts'

const { only, quick } = readArguments(process.argv.slice(2))
const pairs = quick ? 2 : 5
const size = { pairs, forMs: quick ? 400 : 2_000 }
const wants = (...names: string[]) => only === null || names.some(name => only.has(name))

const onInfrastructure: { of: string[]; take: (infrastructure: Infrastructure) => Promise<MoneyFigure[]> }[] = [
  { of: ['M1', 'M2', 'M3'], take: infrastructure => measureCore(infrastructure, size) },
  { of: ['M6'], take: infrastructure => measureStatements(infrastructure, size) },
  { of: ['M7'], take: infrastructure => measureLone(infrastructure, { ...size, forMs: size.forMs / 2 }) },
  {
    of: ['M4', 'M5'],
    take: infrastructure => measureGrowth(infrastructure, { ...size, rows: quick ? 100_000 : 1_000_000 }),
  },
  { of: ['M8'], take: ({ gateway }) => measureChain(gateway) },
  { of: ['doctor'], take: infrastructure => measureDoctor(infrastructure) },
  { of: ['gate'], take: passGates },
]

const startedAt = performance.now()
const figures: MoneyFigure[] = []
const resources = new AsyncDisposableStack()
// When it is stopped it still cleans up: the databases would outlive it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void resources.disposeAsync().finally(() => process.exit(1)))
try {
  await measureOnInfrastructure()
  if (wants('M9', 'M10')) await measured(['M9', 'M10'], overHttp)
} finally {
  await resources.disposeAsync()
}
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
process.stdout.write(`\n${table(inOrder(figures), GOALS)}\n\n`)
process.stdout.write(`medians of ${pairs} pairs, durable commits, with keys and the hash chain; ${seconds} s\n`)
process.exitCode = missed(figures, GOALS) ? 1 : 0

async function measureOnInfrastructure(): Promise<void> {
  const wanted = onInfrastructure.filter(({ of }) => wants(...of))
  if (wanted.length === 0) return
  const infrastructure = await openInfrastructure()
  resources.defer(() => infrastructure.close())
  for (const { of, take } of wanted) await measured(of, () => take(infrastructure))
  await infrastructure.close()
}

async function overHttp(): Promise<MoneyFigure[]> {
  const infrastructure = await openHttpInfrastructure()
  resources.defer(() => infrastructure.close())
  return measureHttp(infrastructure, { pairs, forMs: quick ? 500 : 3_000, callers: quick ? [64] : [64, 256] })
}

async function measureChain(gateway: Infrastructure['gateway']): Promise<MoneyFigure[]> {
  const { ratios, withPerSecond, withoutPerSecond } = await chainFigures(
    gateway,
    quick ? { pairs: 4, entries: 2_560 } : {},
  )
  const note = `${withPerSecond.toFixed(0)} entries/s with, ${withoutPerSecond.toFixed(0)}/s without`
  return [{ name: 'M8', values: ratios, note }]
}

async function measureDoctor({ fresh }: Infrastructure): Promise<MoneyFigure[]> {
  const db = openDatabase(await fresh('examined'), 2)
  resources.defer(() => db.close())
  const { ratio, readPerSecond, writtenPerSecond } = await doctorFigures(db, { entries: quick ? 20_000 : 200_000 })
  const note = `${readPerSecond.toFixed(0)}/s read, ${writtenPerSecond.toFixed(0)}/s written`
  return [{ name: 'doctor', values: [ratio], note }]
}

async function measured(of: string[], take: () => Promise<MoneyFigure[]>): Promise<void> {
  const since = performance.now()
  const found = await take()
  process.stdout.write(`${of.join(', ')}: measured in ${((performance.now() - since) / 1_000).toFixed(0)} s\n`)
  figures.push(...found.filter(({ name }) => wants(...name.split(' ').slice(0, 1))))
}

function inOrder(found: MoneyFigure[]): MoneyFigure[] {
  const order = Object.keys(GOALS)
  return found.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

function readArguments(given: string[]): { only: Set<string> | null; quick: boolean } {
  const named = given[given.indexOf('--only') + 1]
  const names = given.includes('--only') && named !== undefined ? new Set(named.split(',')) : null
  return { only: names, quick: given.includes('--quick') }
}
