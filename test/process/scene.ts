// A gateway as its operator runs it, on a PostgreSQL server of the operator's own that can be ended and started again, with a bank that
// outlives both; and people who go on calling whatever happens, and write down the answers.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedded } from '#db/embedded/embedded.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import type { Connection } from '#db/postgres.ts'
import { openBank } from '../../sandbox/bank.ts'
import { MORE_LOOKUPS, type Seller, sellerWith } from '../gateway.ts'
import { call } from '../http.ts'
import { clusterOf, type Running, readSheet, removeData, startGateway, untilOpen } from '../start/gateway.ts'

export async function temporaryFolder(resources: AsyncDisposableStack, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `porteira-${name}-`))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A server that flushes as a real one does: what it has reported as committed is there after its death. */
export async function openServer(resources: AsyncDisposableStack) {
  const dataDir = await temporaryFolder(resources, 'server')
  const start = () => startEmbedded({ dataDir })
  let server: Embedded = await start()
  resources.defer(() => rm(server.folder, { recursive: true, force: true }))
  resources.defer(() => server.stop())
  return {
    connection: server.connection as Connection,
    pid: () => server.pid,
    stop: () => server.stop(),
    async start() {
      server = await start()
    },
  }
}

export interface Place {
  connection?: Connection
  /** Of a bank that is there already. */
  bankUrl?: string
  /** That an earlier one has used. */
  dataDir?: string
  env?: Record<string, string>
  /** Where another version lies that is to run. */
  folder?: string
}

export interface Opened extends Running {
  url: string
  bankUrl: string
  dataDir: string
  seller: Seller
}

const ENV = {
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
  PSP_TIMEOUT_MS: '1000',
  PSP_LOOKUP_WAITS_MS: `100,200,300,500${MORE_LOOKUPS}`,
  WEBHOOK_RETRY_WAITS_MS: '50,100',
  SWEEP_EVERY_MS: '1000',
}

/** Resolves when it is open and its demo has money. */
export async function openGateway(resources: AsyncDisposableStack, place: Place = {}): Promise<Opened> {
  const { connection, env = {} } = place
  const dataDir = place.dataDir ?? (await mkdtemp(join(tmpdir(), 'porteira-process-')))
  resources.defer(() => removeData(dataDir))
  const bankUrl = place.bankUrl ?? (await openOwnBank(resources))
  const outside = { PSP_BASE_URL: bankUrl, ...(connection !== undefined && { DATABASE_URL: urlOf(connection) }) }
  const running = startGateway(dataDir, { ...ENV, ...outside, ...env }, [], place.folder)
  resources.defer(async () => {
    running.child.kill('SIGTERM')
    await running.ended
  })
  await untilOpen(running)
  const { baseUrl: url, seller, publicKey, privateKey } = await readSheet(dataDir)
  return {
    ...running,
    url,
    bankUrl,
    dataDir,
    seller: sellerWith({ url }, seller.userId, publicKey, privateKey),
  }
}

async function openOwnBank(resources: AsyncDisposableStack): Promise<string> {
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  return bank.url
}

/** A socket can only be named among the parameters. */
export function urlOf({ host = '', port = 5432, user = '', database = '' }: Connection): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Money for each of them. */
export async function enrich({ seller, bankUrl }: Opened, cents: number): Promise<void> {
  const sale = await seller.sell(cents)
  await call(bankUrl, 'POST', '/sandbox/pay', { body: { pixCopiaECola: sale.pixKey } })
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
}

export const readiness = (url: string) => call(url, 'GET', '/health/ready')

/** Of the server that the gateway has brought. */
export async function connectionIn(dataDir: string): Promise<Connection> {
  const lock = await readFile(join(await clusterOf(dataDir), 'postmaster.pid'), 'utf8')
  // The fifth line of its lock file names the folder of its socket.
  return { host: lock.split('\n')[4] ?? '', port: 5432, user: 'porteira', database: 'porteira' }
}
