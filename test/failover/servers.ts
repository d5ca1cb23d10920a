// A primary and a standby of the PostgreSQL that comes along, over TCP on this machine, as an operator sets them up: they flush, the standby
// streams, and the primary waits for it or not. The standby reaches the primary by a line that can be cut. A kill ends every process of a
// server at once, as a power cut would.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findPackage, preparePrograms } from '#db/embedded/files.ts'
import { type Home, openHome, ROOT_SHELF } from '#db/embedded/home.ts'
import { hasEnded, makeDatabase, untilAnswering } from '#db/embedded/ready.ts'
import { handOver } from '#db/embedded/recovered.ts'
import { makeCluster, startServer } from '#db/embedded/server.ts'
import { endServer } from '#db/embedded/stop.ts'
import { freePort } from '../free-port.ts'
import { temporaryFolder } from '../process/scene.ts'
import { until } from '../until.ts'
import { type Line, openLine } from './line.ts'

export interface PgServer {
  port: number
  /** Answers when it takes connections. */
  start(settings?: Record<string, string>): Promise<void>
  /** Every process of it, at once. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** As a superuser. */
  request<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
}

export interface Pair {
  primary: PgServer
  standby: PgServer
  /** From standby to primary. */
  line: Line
  /** From gateways to the primary. */
  way: Line
  /** Makes the standby a primary; resolves when it says that it is one. */
  promote(): Promise<void>
  /** Of DATABASE_URL, with both of them. */
  url: string
}

export type Replication = 'asynchronous' | 'on' | 'remote_apply'

export async function openPair(resources: AsyncDisposableStack, replication: Replication): Promise<Pair> {
  const first = await openHome(await temporaryFolder(resources, 'primary'), ROOT_SHELF)
  const primary = await openServer(resources, first)
  const programs = await preparePrograms(findPackage(), first.shelf, first.user !== null)
  await makeCluster(first, programs, true)
  await primary.start()
  const client = await connected(primary.port)
  await makeDatabase({ host: HOST, port: primary.port, ssl: false }, client).finally(() => client.end())
  await primary.stop()

  const line = await openLine({ host: HOST, port: primary.port })
  resources.defer(() => line.close())
  const way = await openLine({ host: HOST, port: primary.port })
  resources.defer(() => way.close())
  const home = await openHome(await temporaryFolder(resources, 'standby'), ROOT_SHELF)
  await cp(first.cluster, home.cluster, { recursive: true })
  await writeFile(join(home.cluster, 'standby.signal'), '', { mode: 0o600 })
  if (home.user !== null) await handOver(home.cluster, home.user)
  const standby = await openServer(resources, home)
  const follows = `host=${HOST} port=${line.port} user=postgres application_name=${STANDBY}`
  const isWaitedFor = replication !== 'asynchronous'
  await primary.start(isWaitedFor ? { synchronous_commit: replication } : {})
  await standby.start({ primary_conninfo: follows })
  await untilStreaming(primary, 'async')
  // Before it streams nobody waits for it, or nothing could be done at all.
  if (isWaitedFor) await waitFor(primary)
  return {
    primary,
    standby,
    line,
    way,
    url: `postgres://porteira@${HOST}:${way.port},${HOST}:${standby.port}/porteira?target_session_attrs=read-write`,
    async promote() {
      await standby.request('select pg_promote(true, 60)')
    },
  }
}

const HOST = '127.0.0.1'
const STANDBY = 'standby'

async function waitFor(primary: PgServer): Promise<void> {
  await primary.request(`alter system set synchronous_standby_names = 'FIRST 1 (${STANDBY})'`)
  await primary.request('select pg_reload_conf()')
  await untilStreaming(primary, 'sync')
}

export const untilStreaming = (primary: PgServer, how: 'sync' | 'async') =>
  until(async () => {
    const rows = await primary.request(
      `select from pg_stat_replication where state = 'streaming' and sync_state = '${how}'`,
    )
    return rows.length > 0 || null
  }, `the standby to stream, ${how}`)

async function openServer(resources: AsyncDisposableStack, home: Home): Promise<PgServer> {
  const port = await freePort()
  const access = join(home.folder, 'failover-hba.conf')
  await writeFile(access, `host all all ${HOST}/32 trust\nhost replication all ${HOST}/32 trust\n`)
  if (home.user !== null) await chown(access, home.user.uid, home.user.gid)
  const reach = { listen_addresses: HOST, port: `${port}`, hba_file: access, wal_keep_size: '256MB' }
  let child: ChildProcess | null = null
  let last: Record<string, string> = {}
  const isAlive = () => child !== null && !hasEnded(child)
  resources.defer(() => rm(home.folder, { recursive: true, force: true }))
  resources.defer(() => stop())

  async function stop(): Promise<void> {
    if (child !== null && isAlive()) await endServer(child.pid as number, isAlive)
  }

  return {
    port,
    stop,
    async start(settings = last) {
      last = settings
      const programs = await preparePrograms(findPackage(), home.shelf, home.user !== null)
      // What was killed holds its shared memory for a moment.
      await until(async () => {
        child = await startServer(home, programs, { durable: true, settings: { ...reach, ...settings } })
        const client = await untilAnswering({ host: HOST, port, ssl: false }, child)
        await client?.end()
        return client !== null || null
      }, `the server to start; its log is in ${home.folder}`)
    },
    async kill() {
      if (child === null) return
      const pid = child.pid as number
      // Halted, it starts no further ones.
      process.kill(pid, 'SIGSTOP')
      const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
      child.ref()
      for (const one of [pid, ...children.filter(Boolean).map(Number)]) process.kill(one, 'SIGKILL')
      if (!hasEnded(child)) await once(child, 'exit')
    },
    async request(text) {
      const client = await connected(port)
      return client
        .query(text)
        .then(({ rows }) => rows)
        .finally(() => client.end())
    },
  }
}

async function connected(port: number): Promise<pg.Client> {
  const client = new pg.Client({ host: HOST, port, user: 'postgres', database: 'postgres', ssl: false })
  await client.connect()
  return client
}
