// Double spend, at length: round after round a fresh seller has 100, and 2 to 64 callers request 60 of it at the same moment, at one
// process or at two on one database. Exactly one passes, whatever the others are answered.

import { openDatabase } from '#db/postgres.ts'
import { openBank } from '../../sandbox/bank.ts'
import { untilIdle, untruths } from '../books.ts'
import { balanceOf, requestCashout } from '../cashout/requesting.ts'
import { type Gateway, startGateway } from '../crash/gateway-process.ts'
import { freshDatabase, type Seller } from '../gateway.ts'
import type { Verdict } from '../notification/torture/faults.ts'
import { temporaryFolder } from '../process/scene.ts'
import { type Chance, chanceOf } from '../storm/weather.ts'
import type { Ask } from './parts.ts'
import { at, fund, openSeller } from './seller.ts'
import { openWatcher, watchedText } from './watcher.ts'

/** Two processes of one gateway. */
const ONE_GATEWAY = { ENCRYPTION_KEY: '07'.repeat(32), AUTH_SECRET: 'a secret for tests, which is long enough' }
const MAX_CALLERS = 64
const FUNDS_CENTS = 1_000_00
/** What the sale leaves after its fee of 0.99 %. */
const FUNDED_CENTS = 990_10
const SPENT = { amount: 600 }
const LEFT_CENTS = 390_10
const AT_ONCE = 4

export async function spendTwice({ seed, rounds, until: end }: Ask): Promise<Verdict> {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const servers: Gateway[] = []
  for (const name of ['one', 'other']) {
    const dataDir = await temporaryFolder(resources, `spend-${name}`)
    const gateway = await startGateway({ connection, bankUrl: bank.url, dataDir, env: ONE_GATEWAY })
    resources.defer(() => gateway.kill())
    servers.push(gateway)
  }
  const db = openDatabase(connection, AT_ONCE)
  resources.defer(() => db.close())
  const watcher = resources.use(await openWatcher(connection))
  const chance = chanceOf(seed)
  const wrong: string[] = []
  const counts = { rounds: 0, asked: 0 }

  const person = async () => {
    while (counts.rounds < rounds && (counts.rounds < AT_ONCE || performance.now() < end)) {
      const round = ++counts.rounds
      const processes = 1 + (round % 2)
      const callers = callersIn(chance)
      counts.asked += callers
      const seller = await openSeller(db, servers[0] ?? { url: '' })
      await fund(seller, bank.url, FUNDS_CENTS)
      const places = servers.slice(0, processes).map(route => at(route, seller))
      const found = await spend(places, callers)
      wrong.push(...found.map(sentence => `round ${round}, ${callers} callers at ${processes} processes: ${sentence}`))
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rounds) }, person))
  await untilIdle({ db })
  const watched = await watcher.end()
  return {
    message: `${counts.rounds} rounds, half of them at two processes, ${counts.asked} asked; ${watchedText(watched)}`,
    wrong: [...wrong, ...watched.wrong, ...(await untruths({ db, bankUrl: bank.url }))],
  }
}

/** Few as often as many. */
const callersIn = (chance: Chance) => Math.min(MAX_CALLERS, 2 ** (1 + chance.below(6)) + chance.below(3))

async function spend(places: Seller[], callers: number): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: callers }, (_, n) => requestCashout(places[n % places.length] as Seller, SPENT)),
  )
  const events = answers.map(({ status, body }) => `${status} ${body?.errorType ?? ''}`.trim())
  const passed = events.filter(one => one === '201').length
  const others = events.filter(one => one !== '201' && one !== '422 INSUFFICIENT_BALANCE')
  const { available, total } = await balanceOf(places[0] as Seller)
  return [
    ...(passed === 1 ? [] : [`${passed} passed`]),
    ...others.map(one => `one was told ${one}`),
    ...(available === LEFT_CENTS && (total === FUNDED_CENTS || total === available) ? [] : [`${available} is left`]),
  ]
}
