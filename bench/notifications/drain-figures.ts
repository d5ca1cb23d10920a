// R1, R2, R3 and R9: what the engine needs for a backlog, against what the bare client and two job queues need. All of them in turn within
// each round.
import sql from 'sql-template-tag'
import { clearBooks } from './backlog-made.ts'
import { canReadCpu } from './cpu.ts'
import {
  type Drained,
  drainEngine,
  drainRaw,
  drainRival,
  RIVALS,
  startEngine,
  startRaw,
  startRival,
  statementsOfGateway,
  untilDelivered,
  WEBHOOKS,
} from './drain.ts'
import type { SteadyGiven } from './engine.ts'
import { type Figure, median } from './figures.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Part } from './process.ts'

export interface DrainSize {
  pairs: number
  count: number
  rivalCount: number
  withRivals: boolean
}

export async function measureDrain(infrastructure: Infrastructure, size: DrainSize): Promise<Figure[]> {
  const raw = await startRaw(infrastructure)
  const engine = await startEngine(infrastructure, { held: true })
  const rivals = new Map<string, Part>()
  if (size.withRivals && canReadCpu)
    for (const rival of RIVALS) rivals.set(rival.name, await startRival(infrastructure, rival))
  const runs: Record<string, Drained[]> = { raw: [], engine: [], graphile: [], 'pg-boss': [] }
  const statements: number[] = []
  // The first round only warms all of them up.
  for (let round = 0; round <= size.pairs; round++) {
    const take = (who: string, drained: Drained) => round > 0 && runs[who]?.push(drained)
    take('raw', await drainRaw(infrastructure, raw, size.count))
    take('engine', await drainEngine(infrastructure, engine, size.count))
    if (round > 0) statements.push((await statementsOfGateway(infrastructure)) / size.count)
    for (const rival of RIVALS) {
      const part = rivals.get(rival.name)
      if (part !== undefined) take(rival.name, await drainRival(infrastructure, rival, part, size.rivalCount))
    }
  }
  await Promise.all([raw, engine, ...rivals.values()].map(part => part.end()))
  return [...figuresOf(runs), { name: 'R3 full', values: statements, note: `${WEBHOOKS} webhooks, no pauses` }]
}

function figuresOf(runs: Record<string, Drained[]>): Figure[] {
  const of = (who: string, what: keyof Drained) => (runs[who] ?? []).map(run => run[what])
  const ratios = (other: string, what: keyof Drained) =>
    of('engine', what).map((value, n) => value / (of(other, what)[n] ?? Number.NaN))
  const rate = (who: string) => `${median(of(who, 'perSecond')).toFixed(0)}/s`
  const cpu = (who: string) => `${(1e6 / median(of(who, 'perCpuSecond'))).toFixed(0)} us`
  const figures: Figure[] = [
    { name: 'R2', values: ratios('raw', 'perSecond'), note: `${rate('engine')}, bare client ${rate('raw')}` },
  ]
  if (!canReadCpu) return figures
  const note = (other: string) => `${cpu('engine')} of CPU each, ${other} ${cpu(other)}`
  figures.unshift({ name: 'R1', values: ratios('raw', 'perCpuSecond'), note: note('raw') })
  for (const { name } of RIVALS)
    if (of(name, 'perSecond').length > 0)
      figures.push({ name: `R9 ${name}`, values: ratios(name, 'perCpuSecond'), note: note(name) })
  return figures
}

const SLOW_PER_SECOND = 200

/** The payments' own statements go in under another role. */
export async function measureSlowStatements(infrastructure: Infrastructure, forMs: number): Promise<Figure> {
  const engine = await startEngine(infrastructure)
  await clearBooks(infrastructure.db)
  const asked: SteadyGiven = { perSecond: SLOW_PER_SECOND, forMs, perCommit: 1, accounts: WEBHOOKS }
  await engine.run('steady', { ...asked, forMs: 500 })
  await untilDelivered(infrastructure)
  await infrastructure.db.query(sql`select pg_stat_statements_reset()`)
  const reported = await engine.run<unknown[]>('steady', asked)
  await untilDelivered(infrastructure)
  const statements = await statementsOfGateway(infrastructure)
  await engine.end()
  return { name: 'R3 slow', values: [statements / reported.length], note: `${reported.length} in ${forMs / 1_000} s` }
}
