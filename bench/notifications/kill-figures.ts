// R14: the process is killed in the midst of its work and started again at once: nothing may be lost, and nothing may be sent twice but
// what was in flight or not yet in the log.
import sql from 'sql-template-tag'
import { clearBooks } from './backlog-made.ts'
import { startEngine, untilDelivered, WEBHOOKS } from './drain.ts'
import type { SteadyGiven } from './engine.ts'
import type { Figure } from './figures.ts'
import type { Infrastructure } from './infrastructure.ts'
import { sharedNowMs } from './process.ts'
import type { IncomingPix } from './receivers.ts'

const PER_SECOND = 1_500
const PER_COMMIT = 10
const AFTER_MS = 1_500
/** Ended attempts are gathered so long; then they are written, which takes as long as the slowest such statement took. */
const GATHERED_MS = 60
/** Between the receiver's answer and the process that it is for, on a machine that has other things to do too. */
const ON_THE_WAY_MS = 50
const MAX_IN_FLIGHT = WEBHOOKS * 16

interface Killed {
  lost: number
  twice: number
  bound: number
  againMs: number
}

export async function measureKill(infrastructure: Infrastructure, times: number, forMs = AFTER_MS): Promise<Figure[]> {
  const all: Killed[] = []
  for (let time = 0; time < times; time++) all.push(await killed(infrastructure, forMs))
  // No median here: the worst of all counts.
  const worst = (of: (run: Killed) => number) => [Math.max(...all.map(of))]
  const shown = all.map(({ twice, bound }) => `${twice} of ${bound}`).join(', ')
  return [
    { name: 'R14 lost', values: worst(({ lost }) => lost), note: `killed ${times} times at ${PER_SECOND}/s` },
    { name: 'R14 twice', values: worst(({ twice, bound }) => twice / bound), note: shown },
    { name: 'R14 again', values: worst(({ againMs }) => againMs / 1_000), note: 'the start of Node included' },
  ]
}

async function killed(infrastructure: Infrastructure, forMs: number): Promise<Killed> {
  await clearBooks(infrastructure.db)
  await infrastructure.receivers.run('reset', { keep: true })
  await infrastructure.db.query(sql`select pg_stat_statements_reset()`)
  const engine = await startEngine(infrastructure)
  const asked: SteadyGiven = { perSecond: PER_SECOND, forMs: forMs * 10, perCommit: PER_COMMIT, accounts: WEBHOOKS }
  engine.run('steady', asked).catch(() => {
    // It is not to live that long.
  })
  await new Promise(wake => setTimeout(wake, forMs))
  await engine.kill()
  const killedAtMs = sharedNowMs()
  const windowMs = GATHERED_MS + ON_THE_WAY_MS + (await slowestStatementMs(infrastructure))
  const again = await startEngine(infrastructure)
  await untilDelivered(infrastructure)
  const incoming = await infrastructure.receivers.run<IncomingPix[]>('arrivals')
  const reported = await infrastructure.db.query<{ uid: string }>(sql`select uid from event`)
  await again.end()
  return outcome(incoming, new Set(reported.map(({ uid }) => uid)), { killedAtMs, windowMs })
}

async function slowestStatementMs({ db }: Infrastructure): Promise<number> {
  const [row] = await db.query<{ ms: number }>(sql`
    select coalesce(max(max_exec_time), 0) as ms from pg_stat_statements
    where userid = 'porteira'::regrole and query like '%insert into attempt%'`)
  return row?.ms ?? 0
}

interface End {
  killedAtMs: number
  windowMs: number
}

function outcome(incoming: IncomingPix[], reported: Set<string>, { killedAtMs, windowMs }: End): Killed {
  const seen = new Set(incoming.map(({ eventId }) => eventId))
  const lastMoments = incoming.filter(({ atMs }) => atMs <= killedAtMs && atMs > killedAtMs - windowMs).length
  const after = incoming.filter(({ atMs }) => atMs > killedAtMs)
  return {
    lost: [...reported].filter(eventId => !seen.has(eventId)).length,
    twice: incoming.length - seen.size,
    bound: MAX_IN_FLIGHT + lastMoments,
    againMs: after.length === 0 ? 0 : Math.min(...after.map(({ atMs }) => atMs)) - killedAtMs,
  }
}
