// What cashouts cost in CPU of gateways and PostgreSQL: their requests alone, or all of them until the bank has paid. The bank itself does not
// count: it is a process of its own.
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import sql from 'sql-template-tag'
import type { OpenDatabase } from '#db/postgres.ts'
import { keysOf } from '../funds.ts'
import type { Ready } from '../gateway.ts'
import { readUsed, readUsedOfFamily, usedBetween } from './cpu.ts'
import type { Running } from './gateways.ts'
import { within } from './within.ts'

export interface Cost {
  gatewayUs: number
  databaseUs: number
}

export interface Scene {
  db: OpenDatabase
  place: Ready
}

export const REQUESTS = 4_000
export const CASHOUTS = 1_000
export const CONNECTIONS = 64
/** Until the last requests are in the log. */
const BEHIND_MS = 500
const LOOK_MS = 100
/** They take some seconds. */
const LATEST_MS = 120_000

/** Pay-outs have to be switched off. */
export function costOfRequest(scene: Scene, serving: Running): Promise<Cost> {
  return costOf(scene, [serving], REQUESTS, async () => {
    // What waits for its payout is looked at once a second by every gateway here.
    await scene.db.query(sql`update withdrawal set due_at = null where due_at is not null`)
    await request(scene, serving, REQUESTS)
  })
}

/** Whichever of `all` sends them to the bank, settles them and tells of them. */
export function costOfCashout(scene: Scene, serving: Running, all: Running[]): Promise<Cost> {
  return costOf(scene, all, CASHOUTS, async () => {
    await request(scene, serving, CASHOUTS)
    await within(LATEST_MS, `${CASHOUTS} cashouts to be paid`, paid(scene))
  })
}

async function costOf({ place }: Scene, gateways: Running[], count: number, work: () => Promise<void>): Promise<Cost> {
  const before = gateways.map(({ pid }) => readUsed(pid))
  const database = readUsedOfFamily(place.databasePid)
  await work()
  await sleep(BEHIND_MS)
  const usOfOne = (ms: number) => (ms * 1_000) / count
  const ms = gateways.map(({ pid }, n) => usedBetween(before[n] ?? new Map(), readUsed(pid)))
  return {
    gatewayUs: usOfOne(ms.reduce((sum, one) => sum + one, 0)),
    databaseUs: usOfOne(usedBetween(database, readUsedOfFamily(place.databasePid))),
  }
}

async function request({ place }: Scene, { ready }: Running, amount: number): Promise<void> {
  const cashouts = autocannon({
    url: `${ready.url}/api/public/cashout`,
    connections: CONNECTIONS,
    amount,
    method: 'POST',
    headers: { ...keysOf(place), 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }),
  })
  const { '2xx': taken, non2xx, errors } = await within(LATEST_MS, `${amount} cashouts at ${ready.url}`, cashouts)
  if (taken !== amount)
    throw new Error(`${amount - taken} cashouts were not taken: ${non2xx} refused, ${errors} without an answer`)
}

async function paid({ db }: Scene): Promise<void> {
  const isUnderWay = async () =>
    (await db.query(sql`select from withdrawal where due_at is not null limit 1`)).length > 0
  while (await isUnderWay()) await sleep(LOOK_MS)
}
