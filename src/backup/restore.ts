// Puts a backup back, where there is nothing: its files under another name, compared with PostgreSQL's own list; the log replayed; what
// the caller has to do on it; and then the name of a whole cluster. Broken off at any moment it leaves nothing that a gateway
// would start on.
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Programs } from '#db/embedded/files.ts'
import { type Home, openedLogOf, unfinishedCluster } from '#db/embedded/home.ts'
import { handOver, withRecovered } from '#db/embedded/recovered.ts'
import type { Connection } from '#db/postgres.ts'
import type { BackupDescription } from './description.ts'
import type { Key } from './encryption.ts'
import { syncFolder } from './folder.ts'
import { prepareLog } from './log/prepare.ts'
import { compareWithManifest } from './manifest.ts'
import { unpack } from './unpack.ts'

export interface Restoring {
  file: string
  key: Key
  about: BackupDescription
  home: Home
  programs: Pick<Programs, 'postgres'>
  /** Null: no further than the backup itself. */
  log: { folder: string; until: Date | null } | null
  /** False where it is all thrown away again. */
  durable: boolean
  leaving: AbortSignal
  say: (sentence: string) => void
}

/** `work` is done on the database before it has its place: where it throws there is none. */
export async function restoreCluster<T>(
  restoring: Restoring,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { about, home, programs, log, durable, leaving, say } = restoring
  const unfinished = unfinishedCluster(home)
  const openedLog = openedLogOf(unfinished)
  await mkdir(unfinished, { mode: 0o700 })
  try {
    say('Unpacking')
    await unpack(restoring, unfinished)
    await chmod(unfinished, 0o700)
    say("Comparing with PostgreSQL's own list of its files")
    await compareWithManifest(unfinished)
    const replayed = log === null ? null : { folder: await openLog(restoring, log.folder, openedLog), until: log.until }
    say('Replaying the log')
    const { name: database, role: user } = about.database
    const answer = await withRecovered(
      {
        home: { ...home, cluster: unfinished },
        programs,
        who: { user, database },
        log: replayed,
        embedded: about.embedded,
        durable,
        leaving,
      },
      work,
    )
    await rename(unfinished, home.cluster)
    await syncFolder(dirname(home.cluster))
    return answer
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 10 })
    throw error
  } finally {
    await rm(join(home.folder, 'postgresql.conf'), { force: true })
    await rm(openedLog, { recursive: true, force: true })
  }
}

/** Where the server's user reaches it, and where the room for it is: beside the cluster. */
async function openLog({ key, about, home, leaving, say }: Restoring, folder: string, into: string): Promise<string> {
  await mkdir(into, { mode: 0o700 })
  say('Opening the log')
  await prepareLog({ folder, key, about, leaving }, into)
  if (home.user !== null) await handOver(into, home.user)
  return into
}
