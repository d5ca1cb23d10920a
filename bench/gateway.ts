// The gateway of a benchmark, in a process of its own: a durable embedded PostgreSQL, the sandbox bank, and a gateway on a free port. It
// reports to its parent what to call, and ends with it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { openBank } from '../sandbox/bank.ts'
import { composeGateway } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { sealConfig } from '../src/config/secrets.ts'

export interface Ready {
  url: string
  /** The same gateway over the same database, but that it logs no requests. */
  unloggedUrl: string
  bankUrl: string
  publicKey: string
  privateKey: string
  connection: { host: string; port: number; user: string; database: string }
}

const resources = new AsyncDisposableStack()
const dataDir = await mkdtemp(join(tmpdir(), 'porteira-bench-'))
resources.defer(() => rm(dataDir, { recursive: true, force: true }))
const server = await startEmbedded({ dataDir })
resources.defer(() => rm(server.folder, { recursive: true, force: true }))
resources.defer(() => server.stop())
await migrate(server.connection)
const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
resources.defer(() => bank.close())
const config = await sealConfig(readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' }), systemRandom)
const log = pino({ level: config.logLevel })
const shared = { connection: server.connection, log, clock: systemClock, random: systemRandom, sandboxUrl: bank.url }
const gateway = await composeGateway({ ...shared, config })
resources.defer(() => gateway.stop())
const unlogged = await composeGateway({ ...shared, config: { ...config, requestLogDays: 0 } })
resources.defer(() => unlogged.stop())
const { url } = await gateway.listen()
const { url: unloggedUrl } = await unlogged.listen()
const sheet = await gateway.seedDemo(null)
if (sheet === null) throw new Error('a fresh database has room for the demo')
const { publicKey, privateKey } = sheet
process.send?.({
  url,
  unloggedUrl,
  bankUrl: bank.url,
  publicKey,
  privateKey,
  connection: server.connection,
} satisfies Ready)
process.once('disconnect', () => void resources.disposeAsync().then(() => process.exit()))
