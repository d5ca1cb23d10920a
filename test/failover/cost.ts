// What it costs to wait for a standby: cashouts by one caller and by many, on one pair of servers whose primary waits and does not wait in turn.
// Pay-outs to the bank are switched off meanwhile, so that a cashout is the request alone: checks, hold, row, event, commit.
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { connectionTo } from '#db/server/server-list.ts'
import { openBank } from '../../sandbox/bank.ts'
import { enrich, type Opened, openGateway } from '../process/scene.ts'
import { openPair, type PgServer, type Replication, untilStreaming } from './servers.ts'

export interface Cost {
  callers: number
  /** Cashouts a second without waiting. */
  alone: number
  waited: number
  /** Of the pairs of rounds, in the middle. */
  ratio: number
}

const FUNDS = 99_999_999_00
const CASHOUT = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }

export async function costOf(
  replication: Exclude<Replication, 'asynchronous'>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Cost[]> {
  await using resources = new AsyncDisposableStack()
  const pair = await openPair(resources, replication)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const gateway = await openGateway(resources, { bankUrl: bank.url, env: { DATABASE_URL: pair.url } })
  await enrich(gateway, FUNDS)
  const db = openDatabase(connectionTo(pair.url), 1)
  resources.defer(() => db.close())
  await db.query(sql`update psp_account set seal = default, pay_out_enabled = false`)
  const costs: Cost[] = []
  for (const callers of [1, 32]) {
    await rate(gateway, callers, seconds)
    const found: { alone: number; waited: number }[] = []
    for (let round = 0; round < rounds; round++) {
      await waiting(pair.primary, false)
      const alone = await rate(gateway, callers, seconds)
      await waiting(pair.primary, true)
      found.push({ alone, waited: await rate(gateway, callers, seconds) })
    }
    const alone = median(found.map(one => one.alone))
    const waited = median(found.map(one => one.waited))
    costs.push({ callers, alone, waited, ratio: median(found.map(one => one.waited / one.alone)) })
  }
  return costs
}

async function waiting(primary: PgServer, isWaitedFor: boolean): Promise<void> {
  await primary.request(`alter system set synchronous_standby_names = '${isWaitedFor ? 'FIRST 1 (standby)' : ''}'`)
  await primary.request('select pg_reload_conf()')
  await untilStreaming(primary, isWaitedFor ? 'sync' : 'async')
}

/** Cashouts a second. */
async function rate({ seller }: Opened, callers: number, seconds: number): Promise<number> {
  const began = performance.now()
  let done = 0
  const people = Array.from({ length: callers }, async () => {
    while (performance.now() - began < seconds * 1_000) {
      const { status, text } = await seller.api('POST', '/api/public/cashout', CASHOUT)
      if (status !== 201) throw new Error(`a cashout was refused: ${status} ${text}`)
      done++
    }
  })
  await Promise.all(people)
  return done / ((performance.now() - began) / 1_000)
}

const median = (figures: number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
