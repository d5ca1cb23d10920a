// The files of a log that is received: each is one file of PostgreSQL's log, compressed and encrypted by itself. The newest one is
// written again and again while it fills. Names are pure; the rest keeps a folder of them.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { StartProblem } from '#kernel/start-problem.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { encrypted, type Lock } from '../encryption.ts'
import { writeWhole } from '../folder.ts'

const NAME = /^([0-9A-F]{24})(\.partial)?\.zst\.age$/
const TIMELINE_LETTERS = 8

export interface LogFile {
  /** As PostgreSQL names it. */
  wal: string
  isPartial: boolean
}

export const nameOfLog = ({ wal, isPartial }: LogFile): string => `${wal}${isPartial ? '.partial' : ''}.zst.age`

/** The oldest first; of one that is there whole and in part, the whole one. */
export function logFilesAmong(names: readonly string[]): LogFile[] {
  const found = new Map<string, LogFile>()
  for (const name of names.toSorted()) {
    const [, wal, partial] = NAME.exec(name) ?? []
    if (wal !== undefined && found.get(wal)?.isPartial !== false)
      found.set(wal, { wal, isPartial: partial !== undefined })
  }
  return [...found.values()]
}

export const timelineIn = (wal: string): number => Number.parseInt(wal.slice(0, TIMELINE_LETTERS), 16)

/** Beside the backups that it belongs to. */
export const logFolderOf = (backups: string): string => join(backups, 'log')

export async function logFilesIn(folder: string): Promise<LogFile[]> {
  const names = await readdir(folder).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return logFilesAmong(names)
}

/** Of no use to any backup from this file on. Answers how many are gone. */
export async function removeLogBefore(folder: string, wal: string): Promise<number> {
  const old = (await logFilesIn(folder)).filter(file => file.wal < wal)
  for (const file of old) await rm(join(folder, nameOfLog(file)), { force: true })
  return old.length
}

export interface LogWriting {
  folder: string
  lock: Lock
  clock: Clock
  random: RandomBytes
  leaving: AbortSignal
}

/** Whole or not at all, and on the disk. Throws a StartProblem where another history has been there. */
export async function writeLogFile(writing: LogWriting, file: LogFile, bytes: Buffer): Promise<void> {
  const { folder, lock } = writing
  const place = join(folder, nameOfLog(file))
  if (!file.isPartial && (await isThere(place)))
    throw new StartProblem(
      `${place} is there already: the log of another history was received there. Name another folder.`,
    )
  const source = await encrypted(Readable.from([await promisify(zstdCompress)(bytes)]), lock)
  await writeWhole({ ...writing, source, name: () => nameOfLog(file) }, writing)
  if (!file.isPartial) await rm(join(folder, nameOfLog({ ...file, isPartial: true })), { force: true })
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
