// Takes a backup of a database that is at work: the files of its cluster with the log that makes them consistent, compressed,
// encrypted, in one file. The keys of the gateway lie outside of the database, and so of the backup.
import { Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import type { Connection } from '#db/postgres.ts'
import { startBaseBackup } from '#db/replication/base-backup.ts'
import { openReplication } from '#db/replication/session.ts'
import { segmentBytesOf, systemOf } from '#db/replication/system.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { archiveOf } from './archive.ts'
import type { BackupDescription } from './description.ts'
import { encrypted, type Lock } from './encryption.ts'
import { openFolder, removeOld, removeUnfinished, writeWhole } from './folder.ts'
import { logFolderOf, removeLogBefore } from './log/files.ts'
import { clusterNameOf, nameOf, walNameOf } from './names.ts'

export interface Taking {
  /** Of a role that may copy the server. */
  connection: Connection
  about: Omit<BackupDescription, 'takenAt' | 'start'>
  lock: Lock
  folder: string
  /** So many of the newest stay; null: all. */
  keep: number | null
  clock: Clock
  random: RandomBytes
  leaving: AbortSignal
  onProgress: (bytes: number) => void
}

export interface Taken {
  name: string
  /** Of the file. */
  bytes: number
  /** Of the cluster. */
  clusterBytes: number
  removed: string[]
  /** Files of the log that no backup needs any more. */
  removedLog: number
}

const LABEL = 'porteira backup'
const LEVEL = 3
/** As long as this session lives the server keeps the log that the backup ends with. */
const SLOT = 'porteira_backup_'
const CHANCE_BYTES = 4

export async function takeBackup(taking: Taking): Promise<Taken> {
  const { connection, folder, lock, clock, random, leaving, keep, onProgress } = taking
  await openFolder(folder)
  await using resources = new AsyncDisposableStack()
  const open = async () => {
    const session = await openReplication(connection)
    resources.defer(() => session.close())
    return session
  }
  const holder = await open()
  const slot = SLOT + random(CHANCE_BYTES).toString('hex')
  await holder.command(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL RESERVE_WAL`)
  const segmentBytes = await segmentBytesOf(holder)
  const cluster = clusterNameOf((await systemOf(holder)).identifier)
  const takenAt = clock()
  const backup = await startBaseBackup(await open(), LABEL)
  const start = { ...backup.start, wal: walNameOf(backup.start, segmentBytes), cluster, segmentBytes }
  const about = { ...taking.about, takenAt: takenAt.toISOString(), start }
  let clusterBytes = 0
  const counted = async function* () {
    for await (const chunk of archiveOf(about, backup)) {
      clusterBytes += chunk.length
      onProgress(clusterBytes)
      yield chunk
    }
  }
  const compressed = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  const archive = Readable.from(counted())
  archive.on('error', error => compressed.destroy(error))
  const source = await encrypted(archive.pipe(compressed), lock)
  const name = nameOf(takenAt, start)
  const bytes = await writeWhole({ folder, source, name: () => name, leaving }, { clock, random })
  await removeUnfinished(folder, clock)
  const gone = keep === null ? NOTHING : await removeOldAndLog(folder, { written: { ...start, name }, keep })
  return { name, bytes, clusterBytes, ...gone }
}

const NOTHING = { removed: [], removedLog: 0 }

async function removeOldAndLog(folder: string, which: Parameters<typeof removeOld>[1]) {
  const { removed, firstWal } = await removeOld(folder, which)
  const before = { wal: firstWal, cluster: which.written.cluster }
  return { removed, removedLog: removed.length === 0 ? 0 : await removeLogBefore(logFolderOf(folder), before) }
}
