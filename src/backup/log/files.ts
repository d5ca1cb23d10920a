// The files of a log that is received: each is one file of PostgreSQL's log, compressed and encrypted by itself. The newest one is
// written again and again while it fills. Names are pure; the rest keeps a folder of them.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { isThere } from '#db/embedded/home.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { encrypted, type Lock } from '../encryption.ts'
import { writeWhole } from '../folder.ts'

const NAME = /^([0-9A-F]{24})-([0-9a-f]{8})(?:\.([0-9A-F]{8})\.partial)?\.zst\.age$/
const TIMELINE_LETTERS = 8
const COUNT_LETTERS = 8

export interface LogFile {
  /** As PostgreSQL names it. */
  wal: string
  /** Whose log it is, as names of backups have it. */
  cluster: string
  /** So many bytes of it are there; null: all. The name says it, since who receives cannot open what is written. */
  filled: number | null
}

export function nameOfLog({ wal, cluster, filled }: LogFile): string {
  const part = filled === null ? '' : `.${filled.toString(16).toUpperCase().padStart(COUNT_LETTERS, '0')}.partial`
  return `${wal}-${cluster}${part}.zst.age`
}

/** Of one cluster, the oldest first; of one that is there several times, the fullest. */
export function logFilesAmong(names: readonly string[], cluster: string): LogFile[] {
  const found = new Map<string, LogFile>()
  for (const file of names.flatMap(logFileOf)) {
    const other = found.get(file.wal)
    if (file.cluster === cluster && (other === undefined || isFuller(file, other))) found.set(file.wal, file)
  }
  return [...found.values()].toSorted((a, b) => (a.wal < b.wal ? -1 : 1))
}

function logFileOf(name: string): LogFile[] {
  const [, wal, cluster, filled] = NAME.exec(name) ?? []
  if (wal === undefined || cluster === undefined) return []
  return [{ wal, cluster, filled: filled === undefined ? null : Number.parseInt(filled, 16) }]
}

const isFuller = (a: LogFile, b: LogFile) => (a.filled ?? Infinity) > (b.filled ?? Infinity)

export const timelineIn = (wal: string): number => Number.parseInt(wal.slice(0, TIMELINE_LETTERS), 16)

/** Beside the backups that it belongs to. */
export const logFolderOf = (backups: string): string => join(backups, 'log')

export const logFilesIn = async (folder: string, cluster: string): Promise<LogFile[]> =>
  logFilesAmong(await namesIn(folder), cluster)

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** Of no use to any backup that needs the log from this file on. Answers how many are gone. */
export const removeLogBefore = (folder: string, first: Pick<LogFile, 'wal' | 'cluster'>): Promise<number> =>
  remove(folder, ({ wal, cluster }) => cluster === first.cluster && wal < first.wal)

async function remove(folder: string, isOld: (file: LogFile) => boolean): Promise<number> {
  const old = (await namesIn(folder)).flatMap(logFileOf).filter(isOld)
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
  if (file.filled === null && (await isThere(place)))
    throw new StartProblem(
      `${place} is there already: the log of another history was received there. Name another folder.`,
    )
  const source = await encrypted(Readable.from([await promisify(zstdCompress)(bytes)]), lock)
  await writeWhole({ ...writing, source, name: () => nameOfLog(file) }, writing)
  await remove(folder, other => other.wal === file.wal && other.cluster === file.cluster && isFuller(file, other))
}
