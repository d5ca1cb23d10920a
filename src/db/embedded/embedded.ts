// The PostgreSQL that comes with Porteira: found, made on the first start, started, and stopped last of all. It belongs to
// one gateway at a time. What a killed gateway left running is ended fast and started afresh, which is always right and
// takes less time than to find out whether it could be taken over.
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asStartProblem } from '#kernel/start-problem.ts'
import { reportingWait } from '../server/wait-reports.ts'
import { findPackage, type Programs, preparePrograms } from './files.ts'
import { type Home, isThere, openHome, ROOT_SHELF, removeUnfinished } from './home.ts'
import { endLeftover } from './leftover.ts'
import { lockFolder } from './lock.ts'
import { makeDatabase, untilAnswering } from './ready.ts'
import { end, keepUp } from './revival.ts'
import { failure, LOG_FILE, makeCluster, refuseOtherVersion, startServer } from './server.ts'

export interface EmbeddedOptions {
  dataDir: string
  /** False only in tests: nothing is flushed to the disk. */
  durable?: boolean
  /** Where root's clusters and programs lie. */
  rootShelf?: string
  onProgress?: (sentence: string) => void
  /** Called when the server has ended by itself and is started again; absent: it is not. */
  onTrouble?: (sentence: string) => void
}

export interface Embedded {
  connection: { host: string; port: number; user: string; database: string; ssl: false }
  /** Of the server that runs now. */
  readonly pid: number
  /** Everything of this cluster; removing it (after stop) removes the database. */
  folder: string
  /** Resolves with the reason when the server has ended, asked or not, and none follows it. */
  ended: Promise<string>
  stop(): Promise<void>
}

/** Throws a StartProblem that says what to do. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, durable = true, rootShelf = ROOT_SHELF, onProgress = () => {} } = options
  const home = await openHome(dataDir, rootShelf).catch(error => {
    throw asStartProblem(`The data folder ${dataDir} cannot be used`, error)
  })
  const lock = lockFolder(home.folder, dataDir)
  try {
    const programs = await preparePrograms(findPackage(), home.shelf, home.user !== null)
    await prepareCluster(home, programs, durable, onProgress)
    const start = (begun?: (child: ChildProcess) => void) =>
      reportingWait(
        startPatiently(home, programs, durable, begun),
        `PostgreSQL to answer (its log: ${logOf(home)})`,
        onProgress,
      )
    return runningServer(home, await start(), revivalOf(home, start, options), () => lock.release())
  } catch (error) {
    lock.release()
    throw asStartProblem('The embedded PostgreSQL does not start', error)
  }
}

async function prepareCluster(
  home: Home,
  programs: Programs,
  durable: boolean,
  onProgress: (sentence: string) => void,
): Promise<void> {
  await endLeftover(home.cluster)
  await removeUnfinished(home)
  if (await isThere(join(home.cluster, 'PG_VERSION'))) return refuseOtherVersion(home, programs)
  onProgress('Making the database')
  await reportingWait(
    makeCluster(home, programs, durable),
    `initdb to make the database (its log: ${logOf(home)})`,
    onProgress,
  )
}

const logOf = (home: Home) => join(home.folder, LOG_FILE)

// The children of a server that was killed hold its shared memory for a moment, and the next one refuses to start.
const TIMEOUT_MS = 60_000
const STILL_IN_USE = /lock file|shared memory block/

async function startPatiently(
  home: Home,
  programs: Programs,
  durable: boolean,
  begun: (child: ChildProcess) => void = () => {},
): Promise<ChildProcess> {
  const until = performance.now() + TIMEOUT_MS
  for (;;) {
    const child = await startServer(home, programs, { durable })
    begun(child)
    if (await answers(home, child)) return child
    const problem = await failure(home, `it ended with code ${child.exitCode ?? child.signalCode}`)
    if (performance.now() > until || !STILL_IN_USE.test(problem.message)) throw problem
    await sleep(100)
    await endLeftover(home.cluster)
  }
}

async function answers(home: Home, child: ChildProcess): Promise<boolean> {
  const address = addressOf(home)
  try {
    const client = await untilAnswering(address, child)
    if (client === null) return false
    await makeDatabase(address, client).finally(() => client.end())
    return true
  } catch (error) {
    await end(child)
    throw error
  }
}

function addressOf(home: Home) {
  // Said outright, since the driver would take PGSSLMODE from the environment, and a socket has no TLS.
  return { host: home.socketFolder, port: 5432, ssl: false } as const
}

/** How the gateway's own role gets in. */
export function connectionOf(home: Home): Embedded['connection'] {
  return { ...addressOf(home), user: 'porteira', database: 'porteira' }
}

type Revival = Pick<Parameters<typeof keepUp>[0], 'again' | 'onTrouble'>

function revivalOf(
  home: Home,
  start: (begun: (child: ChildProcess) => void) => Promise<ChildProcess>,
  { onTrouble }: EmbeddedOptions,
): Revival {
  if (onTrouble === undefined) return { again: null, onTrouble() {} }
  return { onTrouble, again: begun => endLeftover(home.cluster).then(() => start(begun)) }
}

function runningServer(home: Home, first: ChildProcess, revival: Revival, release: () => void): Embedded {
  const kept = keepUp({ first, ...revival, logFile: logOf(home) })
  let stopped: Promise<void> | undefined
  return {
    connection: connectionOf(home),
    get pid() {
      return kept.pid()
    },
    folder: home.folder,
    ended: kept.ended,
    stop: () => {
      stopped ??= kept.stop().finally(release)
      return stopped
    },
  }
}
