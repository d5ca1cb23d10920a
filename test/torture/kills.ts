// Gateway and PostgreSQL are real processes and are killed with SIGKILL, again and again, in the middle of the load. Those that are killed
// at random moments die after so many answers; the crowd goes on through all of it.

import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import { type OpenBank, openBank } from '../../sandbox/bank.ts'
import { type Gateway, startGateway } from '../crash/gateway-process.ts'
import type { Verdict } from '../notification/torture/faults.ts'
import { openServer, readiness, temporaryFolder } from '../process/scene.ts'
import { chanceOf } from '../storm/weather.ts'
import { until } from '../until.ts'
import { openCrowd } from './crowd.ts'
import { judge } from './judgement.ts'
import type { Ask } from './parts.ts'
import { fund, openSeller } from './seller.ts'
import { openWatcher } from './watcher.ts'

interface KillRequest extends Ask {
  victim: 'gateway' | 'server'
}

const CALLERS = 12
const MAX_ANSWERS_A_LIFE = 60
const FUNDS_CENTS = 99_999_999_00
const ENV = { SWEEP_EVERY_MS: '2000' }

export async function killInALoop({ victim, seed, rounds: deaths, until: end }: KillRequest): Promise<Verdict> {
  await using resources = new AsyncDisposableStack()
  const { server, bank, db, httpServer } = await openPlace(resources)
  const seller = await openSeller(db, httpServer)
  await fund(seller, bank.url, FUNDS_CENTS)
  const watcher = resources.use(await openWatcher(server.connection))
  const crowd = openCrowd({ callers: Array.from({ length: CALLERS }, () => seller), bankUrl: bank.url, seed })
  const chance = chanceOf(seed)
  let died = 0
  while (died < deaths && (died === 0 || performance.now() < end)) {
    const enough = crowd.done() + chance.below(MAX_ANSWERS_A_LIFE)
    await until(() => crowd.done() >= enough || null, 'the next death', 60_000)
    if (victim === 'gateway') await httpServer.die()
    else await serverDies(server)
    died++
  }
  await until(async () => (await readiness(httpServer.url)).status === 200 || null, 'the gateway to be ready')
  await crowd.goHome(async () => void (await db.query(LET_GO)))
  const watched = await watcher.end()
  const verdict = await judge({ connection: server.connection, bankUrl: bank.url, diary: crowd.diary, watched })
  return { ...verdict, message: `${died} deaths of the ${victim}; ${verdict.message}` }
}

const LET_GO = sql`update idempotency set busy_until = created_at where answer is null`

async function serverDies(server: Awaited<ReturnType<typeof openServer>>): Promise<void> {
  process.kill(server.pid(), 'SIGKILL')
  await server.stop()
  await server.start()
}

interface Place {
  server: Awaited<ReturnType<typeof openServer>>
  bank: OpenBank
  db: Database
  httpServer: { readonly url: string; die(): Promise<void> }
}

async function openPlace(resources: AsyncDisposableStack): Promise<Place> {
  const server = await openServer(resources)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 5 })
  resources.defer(() => bank.close())
  const dataDir = await temporaryFolder(resources, 'torture')
  const place = { connection: server.connection, bankUrl: bank.url, dataDir, env: ENV }
  let gateway: Gateway = await startGateway(place)
  resources.defer(() => gateway.kill())
  const db = openDatabase(server.connection, 3)
  resources.defer(() => db.close())
  const httpServer = {
    get url() {
      return gateway.url
    },
    async die() {
      await gateway.kill()
      gateway = await startGateway(place)
    },
  }
  return { server, bank, db, httpServer }
}
