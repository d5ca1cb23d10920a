// What files of backups are called. The name says when one was taken, of which cluster, and from which file of the log on it needs the
// log, so that old ones can be removed by nobody who could open them. Pure.
import { createHash } from 'node:crypto'

const NAME = /^porteira-\d{8}T\d{6}Z-([0-9A-F]{24})-([0-9a-f]{8})\.tar\.zst\.age$/
const UNFINISHED = /^porteira-\d{8}T\d{6}Z\.[0-9a-f]{8}\.unfinished$/

export interface BackupFile {
  name: string
  /** The first file of the log that it needs. */
  wal: string
  cluster: string
}

const CLUSTER_LETTERS = 8

/** Tells the files of several clusters in one folder apart. PostgreSQL draws its identifier when it makes a cluster. */
export const clusterNameOf = (systemIdentifier: string): string =>
  createHash('sha256').update(`porteira cluster ${systemIdentifier}`).digest('hex').slice(0, CLUSTER_LETTERS)

const momentOf = (at: Date): string =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')

export const nameOf = (takenAt: Date, { wal, cluster }: Pick<BackupFile, 'wal' | 'cluster'>): string =>
  `porteira-${momentOf(takenAt)}-${wal}-${cluster}.tar.zst.age`
export const unfinishedNameOf = (takenAt: Date, chance: Buffer): string =>
  `porteira-${momentOf(takenAt)}.${chance.toString('hex')}.unfinished`
export const isUnfinished = (name: string): boolean => UNFINISHED.test(name)

/** The oldest first; whatever else lies there is left out. */
export function backupsAmong(names: readonly string[]): BackupFile[] {
  const found = names.flatMap(name => {
    const [, wal, cluster] = NAME.exec(name) ?? []
    return wal && cluster ? [{ name, wal, cluster }] : []
  })
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const WAL_NAME_DIGITS = 8

/** The file of the log with this position, as PostgreSQL names it. */
export function walNameOf({ lsn, timeline }: { lsn: string; timeline: number }, segmentBytes: number): string {
  const [high = 0, low = 0] = lsn.split('/').map(part => Number.parseInt(part, 16))
  return [timeline, high, Math.floor(low / segmentBytes)]
    .map(part => part.toString(16).toUpperCase().padStart(WAL_NAME_DIGITS, '0'))
    .join('')
}
