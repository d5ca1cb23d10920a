// The embedded server for whoever is not the gateway: the one that a running gateway has started, or else one that is started
// for as long as it is needed. It makes no database, and never ends a server that is not its own.
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartProblem } from '#kernel/start-problem.ts'
import { connectionOf, type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { openHome, ROOT_SHELF } from './embedded-home.ts'
import { FolderHeld } from './embedded-lock.ts'

export type Joined = Pick<Embedded, 'connection' | 'stop'>

/** Throws a StartProblem that says what to do. */
export async function joinEmbedded(options: EmbeddedOptions): Promise<Joined> {
  await refuseAbsent(options.dataDir)
  try {
    return await startEmbedded(options)
  } catch (error) {
    if (!(error instanceof FolderHeld)) throw error
    return joinRunning(options)
  }
}

async function refuseAbsent(dataDir: string): Promise<void> {
  const traces = [join(dataDir, 'postgres', 'cluster'), join(dataDir, 'postgres.location')]
  if ((await Promise.all(traces.map(isThere))).includes(true)) return
  throw new StartProblem(
    `There is no database in ${dataDir}. Start the gateway once, or set DATA_DIR to the folder that it uses.`,
  )
}

const LOOK_EVERY_MS = 50
// A gateway that is just starting may have to replay its log first.
const MOST_WAIT_MS = 15_000

async function joinRunning({ dataDir, rootShelf = ROOT_SHELF }: EmbeddedOptions): Promise<Joined> {
  const home = await openHome(dataDir, rootShelf)
  const connection = connectionOf(home)
  const until = performance.now() + MOST_WAIT_MS
  while (!(await answers(connection))) {
    if (performance.now() > until)
      throw new StartProblem(`The gateway on ${dataDir} is starting or stopping, and its database does not answer yet.`)
    await sleep(LOOK_EVERY_MS)
  }
  return { connection, stop: async () => {} }
}

async function answers(connection: Embedded['connection']): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
