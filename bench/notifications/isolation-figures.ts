// R6 and R7: every tenth receiver takes what comes and never answers, and what the others notice of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { clearBooks } from './backlog-made.ts'
import { startEngine } from './drain.ts'
import type { ReportedEvent, SteadyGiven } from './engine.ts'
import { type Figure, median, quantile } from './figures.ts'
import { type Infrastructure, RECEIVERS } from './infrastructure.ts'
import { sharedNowMs } from './process.ts'

const EACH_NTH_HANGS = 10
/** Shorter than in production, so that a run sees timeouts, open circuits and probes. */
const TIMEOUT_MS = 1_000
const PER_SECOND = 500
/** As the gateway does it: payments that arrive together are settled and published in one transaction. */
const PER_COMMIT = 10
const LAST_ONES_MS = 100

interface Seen {
  p99Ms: number
  perSecond: number
}

export async function measureIsolation(
  infrastructure: Infrastructure,
  pairs: number,
  forMs: number,
): Promise<Figure[]> {
  const all: { none: Seen; some: Seen }[] = []
  await look(infrastructure, false, forMs / 4)
  for (let pair = 0; pair < pairs; pair++)
    all.push({ none: await look(infrastructure, false, forMs), some: await look(infrastructure, true, forMs) })
  const p99 = (which: 'none' | 'some') => `${median(all.map(seen => seen[which].p99Ms)).toFixed(1)} ms`
  const rate = (which: 'none' | 'some') => `${median(all.map(seen => seen[which].perSecond)).toFixed(0)}/s`
  return [
    {
      name: 'R6',
      values: all.map(({ none, some }) => some.p99Ms / none.p99Ms),
      note: `${p99('some')}, ${p99('none')} when none hangs; ${RECEIVERS} receivers`,
    },
    {
      name: 'R7',
      values: all.map(({ none, some }) => some.perSecond / none.perSecond),
      note: `${rate('some')}, ${rate('none')} when none hangs`,
    },
  ]
}

/** What the healthy ones see: the same receivers in both runs. A process of its own, so that no lane remembers anything. */
async function look(infrastructure: Infrastructure, hanging: boolean, forMs: number): Promise<Seen> {
  await clearBooks(infrastructure.db)
  const hang = hanging ? infrastructure.urls.flatMap((_, n) => (isHealthy(n) ? [] : n)) : []
  await infrastructure.receivers.run('reset', { hang })
  const engine = await startEngine(infrastructure, { timeoutMs: TIMEOUT_MS })
  const asked: SteadyGiven = { perSecond: PER_SECOND, forMs, perCommit: PER_COMMIT, accounts: RECEIVERS }
  await engine.run('steady', { ...asked, forMs: 500 })
  const startedAt = performance.now()
  await engine.run('steady', asked)
  await sleep(LAST_ONES_MS)
  const tookMs = performance.now() - startedAt
  const reported = await engine.run<ReportedEvent[]>('reported')
  const lookedAtMs = sharedNowMs()
  await engine.kill()
  await infrastructure.receivers.run('reset', {})
  const healthy = reported.filter(({ receiver }) => isHealthy(receiver))
  // What still waits has waited at least so long.
  const waits = healthy.map(({ committedAtMs, answeredAtMs }) => (answeredAtMs ?? lookedAtMs) - committedAtMs)
  const answered = healthy.filter(({ answeredAtMs }) => answeredAtMs !== null).length
  return { p99Ms: quantile(waits, 0.99), perSecond: (answered / tookMs) * 1_000 }
}

const isHealthy = (receiver: number) => receiver % EACH_NTH_HANGS !== EACH_NTH_HANGS - 1
