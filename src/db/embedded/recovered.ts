// Brings the files of a base backup to life: PostgreSQL replays the log over them, up to a moment if one is given, and makes a history
// of its own from there on, so that its log is never taken for that of the cluster it was copied from. The server lives for as long
// as the work on it takes, and is reached by nobody else.
import type { ChildProcess } from 'node:child_process'
import { chown, lchown, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from '#kernel/start-problem.ts'
import type { Connection } from '../postgres.ts'
import type { Programs } from './files.ts'
import type { Home } from './home.ts'
import { untilAnswering, type Who } from './ready.ts'
import { end } from './revival.ts'
import { failure, LOG_FILE, startServer } from './server.ts'

export interface Recovering {
  /** Its cluster is the files of the backup. */
  home: Home
  programs: Pick<Programs, 'postgres'>
  /** Whose tables they are. */
  who: Who
  /** The log that goes on after the backup; null: what the backup holds is all. */
  log: { folder: string; until: Date | null } | null
  /** False: another PostgreSQL made the files, and may have had settings that this one lacks. */
  embedded: boolean
  /** False where it is all thrown away again: nothing is flushed to the disk. */
  durable: boolean
  /** Ends the server. */
  leaving: AbortSignal
}

/** A day: the log of a busy week takes hours. */
const MAX_REPLAY_MS = 86_400_000

/** Answers what the work answers, when the server has ended. Throws a StartProblem where the log does not lead there. */
export async function withRecovered<T>(
  recovering: Recovering,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { home, programs, who, embedded, durable, leaving } = recovering
  await rm(join(home.folder, LOG_FILE), { force: true })
  const settings = { ...replayOf(recovering), ...(embedded ? {} : await foreign(home)) }
  await writeFile(join(home.cluster, 'recovery.signal'), '', { mode: 0o600 })
  if (home.user !== null) await handOver(home.cluster, home.user)
  const child = await startServer(home, programs, { durable, settings, roles: [...new Set(['postgres', who.user])] })
  leaving.addEventListener('abort', () => void end(child), { once: true })
  try {
    const address = { host: home.socketFolder, port: 5432, ssl: false } as const
    const session = await untilAnswering(address, child, { who, maxWaitMs: MAX_REPLAY_MS })
    leaving.throwIfAborted()
    if (session === null) throw explained(await failure(home, endOf(child)), recovering)
    await session.end()
    return await work({ ...address, ...who } as Connection)
  } finally {
    await end(child)
  }
}

/** One that asks for a word of its own may have a quote in it. */
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

function replayOf({ log }: Recovering): Record<string, string> {
  return {
    // It lets nobody in before the replay is over, and need not know how the other server was set up.
    hot_standby: 'off',
    archive_mode: 'off',
    restore_command: log === null ? 'false' : `cp ${quoted(log.folder)}/%f "%p"`,
    ...(log?.until != null && {
      // Without the letter of the zone, which the server does not know yet when it reads this.
      recovery_target_time: log.until.toISOString().replace('Z', '+00'),
      recovery_target_action: 'promote',
    }),
  }
}

/** What its own configuration says of libraries and certificates means nothing here, if it lies in this folder at all. */
async function foreign(home: Home): Promise<Record<string, string>> {
  const file = join(home.folder, 'postgresql.conf')
  await writeFile(file, '', { mode: 0o600 })
  if (home.user !== null) await chown(file, home.user.uid, home.user.gid)
  return { config_file: file, shared_preload_libraries: '', ssl: 'off' }
}

/** To the server's user. */
export async function handOver(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await chown(folder, uid, gid)
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid)
}

const endOf = ({ exitCode, signalCode }: ChildProcess) => `it ended with code ${exitCode ?? signalCode}`

function explained(problem: StartProblem, { log }: Recovering): StartProblem {
  const until = log?.until?.toISOString() ?? ''
  if (problem.message.includes('before configured recovery target was reached'))
    return new StartProblem(`The log ends before ${until}. Name an earlier moment, or none to have all of it.`)
  if (problem.message.includes('before consistent recovery point'))
    return new StartProblem(`${until} is before this backup was complete. Take an older backup, or a later moment.`)
  return problem
}
