// Runs once around every run of tests, the whole suite or some files: one real PostgreSQL that flushes nothing to the disk, in memory where
// there is enough, with a migrated template that every gateway copies. Test processes learn its address from the environment.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts'
import { makePartitions, migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/postgres.ts'
import { playsAll } from './long.ts'

export const CONNECTION_VARIABLE = 'PORTEIRA_TEST_CONNECTION'
export const TEMPLATE = 'house_template'

let server: Embedded
let folder: string
let memory: string | null
let compiling: ChildProcess

export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'porteira-test-'))
  // Files run in several processes, a group in each: what the first has compiled the others only read.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  compiling = compileGateway()
  server = await startEmbedded({ dataDir: folder, durable: false })
  if (!playsAll()) await spare(server)
  const client = new pg.Client(server.connection)
  await client.connect()
  memory = await memoryFor(server)
  await client.query(`create database ${TEMPLATE} ${memory === null ? '' : 'tablespace memory'}`)
  await client.end()
  const connection = { ...server.connection, database: TEMPLATE }
  await migrate(connection)
  const template = openDatabase(connection, 1)
  await makePartitions(template)
  await template.close()
  process.env[CONNECTION_VARIABLE] = JSON.stringify(server.connection)
}

/** While the server is made, which keeps one core busy, what every process loads is compiled by one that does nothing else. */
function compileGateway(): ChildProcess {
  const program = `await Promise.all([import('./test/gateway.ts'), import('./src/cli/operator/commands.ts'), import('better-auth')]); process.exit()`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' })
}

export async function globalTeardown(): Promise<void> {
  if (compiling.exitCode === null && compiling.kill()) await once(compiling, 'exit')
  await server.stop()
  await rm(server.folder, { recursive: true, force: true })
  for (const place of [folder, memory]) if (place !== null) await rm(place, { recursive: true, force: true })
}

/**
 * Half of what PostgreSQL does in a test is planning, and each connection plans a statement five times before it keeps the plan: here it is kept at
 * once. Nobody reads what the server counts of its statements, and no table lives long enough to be vacuumed. The long form leaves all this as it is
 * where people are served, and looks at plans.
 */
async function spare({ connection }: Embedded): Promise<void> {
  const admin = await asSuperuser(connection)
  await admin.query('alter role porteira set plan_cache_mode = force_generic_plan')
  await admin.query('alter role porteira set pg_stat_statements.track = none')
  await admin.query('alter system set autovacuum = off')
  await admin.query('select pg_reload_conf()')
  await admin.end()
}

async function asSuperuser(connection: Embedded['connection']): Promise<pg.Client> {
  const admin = new pg.Client({ ...connection, user: 'postgres', database: 'postgres' })
  await admin.connect()
  return admin
}

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

/** A gateway's database is hundreds of small files. Where the machine has a file system in memory it costs a tenth there. */
async function memoryFor({ folder, connection }: Embedded): Promise<string | null> {
  const room = await statfs(MEMORY).catch(() => null)
  if (room === null || room.bavail * room.bsize < ENOUGH_BYTES) return null
  const place = await mkdtemp(join(MEMORY, 'porteira-test-')).catch(() => null)
  if (place === null) return null
  // Root's server runs as another user.
  const { uid, gid } = await stat(join(folder, 'cluster'))
  await chown(place, uid, gid)
  const admin = await asSuperuser(connection)
  await admin.query(`create tablespace memory location '${place}'`)
  await admin.query('grant create on tablespace memory to porteira')
  await admin.end()
  return place
}
