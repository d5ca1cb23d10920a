// Gets the log ready for a restore: opens its files into a folder that PostgreSQL reads them from. A gap is never passed over in silence,
// since the replay would end there as if nothing had come after it.
import { createReadStream } from 'node:fs'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { StartProblem } from '#kernel/start-problem.ts'
import type { BackupDescription } from '../description.ts'
import { decrypted, type Key } from '../encryption.ts'
import { explained } from '../unpack.ts'
import { type LogFile, logFilesIn, nameOfLog, timelineIn } from './files.ts'
import { nextWal } from './follow.ts'

export interface Preparing {
  /** Where the files lie. */
  folder: string
  key: Key
  about: BackupDescription
  leaving: AbortSignal
}

/** Answers how many files it has opened. */
export async function prepareLog({ folder, key, about, leaving }: Preparing, into: string): Promise<number> {
  const { wal: first, cluster, segmentBytes, timeline } = about.start
  const files = (await logFilesIn(folder, cluster)).filter(({ wal }) => wal >= first && timelineIn(wal) === timeline)
  refuseGap(files, first, { folder, segmentBytes })
  for (const file of files) {
    const path = join(folder, nameOfLog(file))
    const target = join(into, file.wal)
    try {
      const plain = await decrypted(createReadStream(path), key, path)
      await pipeline(plain, createZstdDecompress(), targetOf(target), { signal: leaving })
    } catch (error) {
      throw explained(error, path)
    }
    // PostgreSQL takes files of the full length alone; behind its last entry it finds nothing, and ends there.
    if (file.filled !== null) await truncate(target, segmentBytes)
  }
  return files.length
}

const targetOf = (file: string) => (content: AsyncIterable<Buffer>) => writeFile(file, content, { mode: 0o600 })

function refuseGap(
  files: readonly LogFile[],
  first: string,
  { folder, segmentBytes }: { folder: string; segmentBytes: number },
): void {
  let expected = first
  for (const { wal } of files) {
    if (wal !== expected)
      throw new StartProblem(
        `The log in ${folder} has a gap: ${expected} is missing, and ${wal} is there. Take a younger backup, or leave --log away to have the state of this one.`,
      )
    expected = nextWal(wal, segmentBytes)
  }
  if (files.length === 0)
    throw new StartProblem(`The log in ${folder} does not belong to this backup: ${first} is not there.`)
}
