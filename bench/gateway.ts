// The gateway of a benchmark, in a process of its own: a durable embedded PostgreSQL, the sandbox bank, and a gateway on a free port. It
// reports to its parent what to call, and ends with it. Its argument may name settings, and database and bank of another one to stand on.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { openMetricsListener } from '#telemetry/metrics/listener.ts'
import { openBank } from '../sandbox/bank.ts'
import { composeGateway, type Gateway } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { sealConfig } from '../src/config/secrets.ts'

export interface Place {
  dataDir: string
  bankUrl: string
  connection: { host: string; port: number; user: string; database: string }
  databasePid: number
}

export interface Ready extends Place {
  url: string
  /** Where its figures are; null where METRICS is off. */
  metricsUrl: string | null
  publicKey: string
  privateKey: string
}

/** Its argument, as JSON. */
export interface Joining {
  /** Absent: one of its own. */
  place?: Place
  /** Besides those of every gateway of a benchmark. */
  settings: Record<string, string>
}

/** Takes and sends nothing from now on, and keeps database and bank. */
export type Word = 'pause'

const SETTINGS = { PORT: '0', LOG_LEVEL: 'warn' }
/** Several gateways share the server's hundred. */
const CONNECTIONS_OF_ONE = 12

const resources = new AsyncDisposableStack()
const { place: given, settings } = JSON.parse(process.argv[2] ?? '{"settings":{}}') as Joining
const place = given ?? (await openPlace())
const config = await sealConfig(readConfig({ ...SETTINGS, DATA_DIR: place.dataDir, ...settings }), systemRandom)
const log = pino({ level: config.logLevel })
const gateway = await composeGateway({
  config,
  connection: place.connection,
  log,
  clock: systemClock,
  random: systemRandom,
  sandboxUrl: place.bankUrl,
  figuresFreshMs: 0,
  ...(given !== undefined && { connections: CONNECTIONS_OF_ONE }),
})
let isPaused = false
resources.defer(async () => {
  if (!isPaused) await gateway.stop()
})
const { url } = await gateway.listen()
const metricsUrl = await listenForScrapes(gateway)
const sheet = given === undefined ? await gateway.seedDemo(null) : { publicKey: '', privateKey: '' }
if (sheet === null) throw new Error('a fresh database has room for the demo')
const { publicKey, privateKey } = sheet
process.send?.({ ...place, url, metricsUrl, publicKey, privateKey } satisfies Ready)
process.once('message', (_word: Word) => {
  isPaused = true
  void gateway.stop().then(() => process.send?.('paused'))
})
let isEnding = false
async function end(): Promise<void> {
  if (isEnding) return
  isEnding = true
  await resources.disposeAsync()
  process.exit()
}
// Whoever ends the run ends its database too.
for (const word of ['disconnect', 'SIGTERM', 'SIGINT']) process.once(word, () => void end())

async function openPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'porteira-bench-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startEmbedded({ dataDir })
  resources.defer(() => rm(server.folder, { recursive: true, force: true }))
  resources.defer(() => server.stop())
  await migrate(server.connection)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  return { dataDir, bankUrl: bank.url, connection: server.connection, databasePid: server.pid }
}

async function listenForScrapes({ metrics }: Gateway): Promise<string | null> {
  if (metrics === null) return null
  const scrape = () => Promise.all([metrics.ofProcess(), metrics.ofGateway()])
  const listener = await openMetricsListener({ host: '127.0.0.1', port: 0, scrape, log })
  resources.use(listener)
  return `http://127.0.0.1:${listener.port}/metrics`
}
