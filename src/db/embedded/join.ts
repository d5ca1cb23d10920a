// The embedded server for programs other than the gateway: the one that a running gateway has started, or else one that is
// started for as long as it is needed, where that may keep a gateway from starting. It makes no database, and never ends a server that is
// not its own.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartProblem } from '#kernel/start-problem.ts'
import type { Connection } from '../postgres.ts'
import { reportingWait } from '../server/wait-reports.ts'
import { connectionOf, type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { isThere, openHome, ROOT_SHELF } from './home.ts'
import { FolderHeld } from './lock.ts'

const LOOK_EVERY_MS = 50
// A gateway that is just starting may have to replay its log first, on a machine that is busy.
const MAX_WAIT_MS = 120_000

/** Longer than a gateway takes that is started again. */
const MAX_WAIT_FOR_GATEWAY_MS = 30_000

export type Joined = Pick<Embedded, 'connection' | 'stop'>

/** Throws a StartProblem that says what to do. */
export async function joinEmbedded(options: EmbeddedOptions): Promise<Joined> {
  const { dataDir, onProgress = () => {} } = options
  await refuseAbsent(dataDir)
  return reportingWait(joinOrStart(options), `the database in ${dataDir} to answer`, onProgress)
}

/** The server of a running gateway and none else: for work that is long, and that must keep no gateway down. Throws a StartProblem. */
export async function joinRunning(
  { dataDir, rootShelf = ROOT_SHELF }: EmbeddedOptions,
  maxWaitMs = MAX_WAIT_FOR_GATEWAY_MS,
): Promise<Connection> {
  await refuseAbsent(dataDir)
  const connection = connectionOf(await openHome(dataDir, rootShelf))
  const until = performance.now() + maxWaitMs
  while (!(await answers(connection))) {
    if (performance.now() > until)
      throw new StartProblem(
        `No gateway runs on ${dataDir}. Start it, or say --stopped, which starts its database for this: no gateway can start until it has ended.`,
      )
    await sleep(LOOK_EVERY_MS)
  }
  return connection
}

/** A gateway that ends meanwhile is not waited for: then there is room to start the server. */
async function joinOrStart(options: EmbeddedOptions): Promise<Joined> {
  const { dataDir, rootShelf = ROOT_SHELF } = options
  const until = performance.now() + MAX_WAIT_MS
  for (;;) {
    try {
      return await startEmbedded(options)
    } catch (error) {
      if (!(error instanceof FolderHeld)) throw error
    }
    const connection = connectionOf(await openHome(dataDir, rootShelf))
    if (await answers(connection)) return { connection, stop: async () => {} }
    if (performance.now() > until)
      throw new StartProblem(`The gateway on ${dataDir} is starting or stopping, and its database does not answer yet.`)
    await sleep(LOOK_EVERY_MS)
  }
}

export async function refuseAbsent(dataDir: string): Promise<void> {
  const traces = [join(dataDir, 'postgres', 'cluster'), join(dataDir, 'postgres.location')]
  if ((await Promise.all(traces.map(isThere))).includes(true)) return
  throw new StartProblem(
    `There is no database in ${dataDir}. Start the gateway once, or set DATA_DIR to the folder that it uses.`,
  )
}

async function answers(connection: Embedded['connection']): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
