// The line between gateway and database is cut, stalls, and loses the answers to COMMITs, and the gateway's clock is put back by an
// hour and on by a day, all under load.

import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import { freshDatabase, openTestGateway } from '../gateway.ts'
import type { Verdict } from '../notification/torture/faults.ts'
import { type Cut, openSeveringProxy, type SeveringProxy } from '../notification/torture/severing-proxy.ts'
import { chanceOf } from '../storm/weather.ts'
import { until } from '../until.ts'
import { openCrowd } from './crowd.ts'
import { judge } from './judgement.ts'
import type { Ask } from './parts.ts'
import { fund, openSeller } from './seller.ts'
import { openWatcher } from './watcher.ts'

const CALLERS = 12
const FUNDS_CENTS = 99_999_999_00
const ANSWERS_BETWEEN = 15
const STALL_MS = 1_500
/** One COMMIT in so many, while they are being cut. */
const CUT_ONE_IN = 10

export async function troubleTheLine({ seed, rounds, until: end }: Ask): Promise<Verdict> {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 5 })
  resources.defer(() => bank.close())
  const chance = chanceOf(seed)
  let cutting: Cut = 'not'
  const proxy = resources.use(
    await openSeveringProxy(connection, () => (cutting !== 'not' && chance.below(CUT_ONE_IN) === 0 ? cutting : 'not')),
  )
  const env = { SWEEP_EVERY_MS: '1000' }
  const gateway = resources.use(await openTestGateway({ on: { connection: proxy.connection, bank }, env }))
  const db = openDatabase(connection, 3)
  resources.defer(() => db.close())
  const seller = await openSeller(db, gateway)
  await fund(seller, bank.url, FUNDS_CENTS)
  const watcher = resources.use(await openWatcher(connection))
  const callers = Array.from({ length: CALLERS }, () => seller)
  const crowd = openCrowd({ callers, bankUrl: bank.url, seed })
  let aheadMs = 0
  const jump = (ms: number) => {
    aheadMs += ms
    gateway.advance(ms)
  }
  const troubles = troublesOf(proxy, jump, cut => {
    cutting = cut
  })

  let round = 0
  for (; round < rounds && (round === 0 || performance.now() < end); round++)
    for (const [what, trouble] of troubles) {
      trouble()
      const enough = crowd.done() + ANSWERS_BETWEEN
      await until(() => crowd.done() >= enough || null, `${ANSWERS_BETWEEN} answers, while ${what}`, 90_000)
      cutting = 'not'
    }
  await crowd.goHome(async () => {
    await db.query(sql`update idempotency set busy_until = created_at where answer is null`)
  })
  const watched = await watcher.end()
  const verdict = await judge({ connection, bankUrl: bank.url, diary: crowd.diary, watched, aheadMs })
  const { before, after } = proxy.cuts
  const message = `${round} rounds of ${troubles.length} troubles, ${before} COMMITs that did not arrive, ${after} answers lost`
  return { ...verdict, message: `${message}; ${verdict.message}` }
}

type Trouble = [what: string, trouble: () => void]

const troublesOf = (proxy: SeveringProxy, jump: (ms: number) => void, cut: (what: Cut) => void): Trouble[] => [
  ['every connection has been cut', () => proxy.cutAll()],
  ['answers to COMMITs are lost', () => cut('after')],
  ['the clock has gone back an hour', () => jump(-HOUR_MS)],
  ['COMMITs do not arrive', () => cut('before')],
  ['the line has stalled', () => proxy.stall(STALL_MS)],
  ['the clock has gone on a day', () => jump(DAY_MS + HOUR_MS)],
]
