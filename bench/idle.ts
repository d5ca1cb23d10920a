// What a gateway costs that nobody uses, with its sandbox bank in the same process: transactions a second at its database, nearly all of which
// are one statement, and processor time of Node; then the memory of a whole gateway. docs/decisions/0131, 0164 and 0188 say what follows.
// `npm run bench:idle`
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openTestGateway } from '../test/gateway.ts'
import { globalSetup, globalTeardown } from '../test/setup.ts'
import { measureGatewayMemory } from './gateway-memory.ts'

/** Until what a start has to do is done. */
const SETTLING_MS = 75_000
const MEASURED_MS = 30_000
/** A connection reports what it has done about a second later. */
const REPORTED_MS = 2_000
/** Until what a start has opened is closed again. */
const IDLE_MS = 150_000

await globalSetup()
try {
  await using gateway = await openTestGateway()
  const { connection } = gateway
  const watcher = new pg.Client({ ...connection, database: 'postgres' })
  await watcher.connect()
  const transactions = async (): Promise<number> => {
    const { rows } = await watcher.query(
      'select xact_commit + xact_rollback as count from pg_stat_database where datname = $1',
      [connection.database],
    )
    return Number(rows[0].count)
  }
  await sleep(SETTLING_MS)
  const [before, cpu] = [await transactions(), process.cpuUsage()]
  await sleep(MEASURED_MS)
  const { user, system } = process.cpuUsage(cpu)
  await sleep(REPORTED_MS)
  const count = (await transactions()) - before
  await watcher.end()
  const seconds = (MEASURED_MS + REPORTED_MS) / 1000
  process.stdout.write(`${(count / seconds).toFixed(1)} transactions a second\n`)
  process.stdout.write(`${((user + system) / MEASURED_MS).toFixed(1)} ms of Node's processor time a second\n`)
} finally {
  await globalTeardown()
}

const dataDir = await mkdtemp(join(tmpdir(), 'porteira-idle-'))
try {
  for (const start of ['first', 'second']) {
    const shares = await measureGatewayMemory(dataDir, IDLE_MS)
    const all = shares.reduce((sum, { megabytes }) => sum + megabytes, 0)
    const parts = shares.map(({ name, megabytes }) => `${name} ${megabytes.toFixed(0)}`).join(', ')
    process.stdout.write(`${all.toFixed(0)} MB of memory after the ${start} start: ${parts}\n`)
  }
} finally {
  await rm(dataDir, { recursive: true })
}
