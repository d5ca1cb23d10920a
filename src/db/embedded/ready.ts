// Waits until a starting server answers, and gives a fresh cluster its role and its database. The gateway's role is no
// superuser, as on a server of the operator's own.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface Address {
  host: string
  port: number
  ssl: false
}

const LOOK_EVERY_MS = 10
// After a crash the server replays its log before it answers.
const MAX_WAIT_MS = 300_000
// No socket yet, nobody listening on it yet, one that ends just then, or starting up.
const NOT_YET = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03'])
// The driver's own words for an answer that takes too long, on a machine that is busy, or that breaks off.
const SLOW = /timeout|terminated/i

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

export interface Who {
  user: string
  database: string
}

const SUPERUSER: Who = { user: 'postgres', database: 'postgres' }

/** A session, a superuser's unless it is said whose, or null when the server has ended instead. */
export async function untilAnswering(
  address: Address,
  child: ChildProcess,
  { who = SUPERUSER, maxWaitMs = MAX_WAIT_MS }: { who?: Who; maxWaitMs?: number } = {},
): Promise<pg.Client | null> {
  const until = performance.now() + maxWaitMs
  while (performance.now() < until && !hasEnded(child)) {
    const client = await connect(address, who)
    if (client !== null) return client
    await sleep(LOOK_EVERY_MS)
  }
  return null
}

async function connect(address: Address, who: Who): Promise<pg.Client | null> {
  const client = new pg.Client({ ...address, ...who, connectionTimeoutMillis: 10_000 })
  // A server that ends closes the session; without a listener that would end this process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === undefined ? SLOW.test(message) : NOT_YET.has(code)) return null
    throw error
  }
}

/** Made in this order, so that where the database is, everything is. */
export async function makeDatabase(address: Address, client: pg.Client): Promise<void> {
  const found = await client.query(`select 1 from pg_database where datname = 'porteira'`)
  if (found.rowCount !== 0) return
  const role = await client.query(`select 1 from pg_roles where rolname = 'porteira'`)
  if (role.rowCount === 0) await client.query('create role porteira login createdb in role pg_monitor')
  await addStatistics(address)
  await client.query('create database porteira owner porteira')
}

async function addStatistics(address: Address): Promise<void> {
  const template = await connect(address, { ...SUPERUSER, database: 'template1' })
  if (template === null) throw new Error('the server went away while its database was made')
  await template.query('create extension if not exists pg_stat_statements').finally(() => template.end())
}
