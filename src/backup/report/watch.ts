// Looks every few minutes whether the last backup is old, or could not be restored when it was tried out, and raises an alert once a day
// while it is so. A newer backup, or one that restores, ends the alert. Where no backup was ever taken nothing is said.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { type Clock, DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import type { BackupReport, VerifyReport } from './report.ts'
import { leaseAlert, readReports } from './store.ts'

export interface BackupWatchDeps {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  alerts: Pick<Alerts, 'raise' | 'resolve'>
  /** The last backup may be as old as this; 0: any age is well. */
  maxAgeMs: number
}

const EVERY_MS = 5 * MINUTE_MS

export function startBackupWatch(deps: BackupWatchDeps): DueLoop {
  const { db, log, maxAgeMs } = deps
  const everyMs = maxAgeMs === 0 ? EVERY_MS : Math.min(maxAgeMs, EVERY_MS)

  async function round(): Promise<false> {
    const { backup, verify } = await readReports(db)
    if (backup !== null) await lookAtAge(deps, backup)
    if (verify !== null) await lookAtVerify(deps, verify)
    return false
  }

  return startDueLoop({ name: 'backups', everyMs, log, round })
}

async function lookAtAge(
  { db, clock, alerts, maxAgeMs }: BackupWatchDeps,
  { doneAt, file }: BackupReport,
): Promise<void> {
  const now = clock()
  const isOld = maxAgeMs > 0 && now.getTime() - doneAt.getTime() > maxAgeMs
  if (!isOld) alerts.resolve('BACKUP_OLD', null)
  else if (await leaseAlert(db, 'BACKUP', now, aDayBefore(now)))
    alerts.raise('BACKUP_OLD', { file, takenAt: doneAt }, null)
}

async function lookAtVerify(
  { db, clock, alerts }: BackupWatchDeps,
  { doneAt, file, trouble }: VerifyReport,
): Promise<void> {
  const now = clock()
  if (trouble === null) alerts.resolve('BACKUP_NOT_RESTORABLE', null)
  else if (await leaseAlert(db, 'VERIFY', now, aDayBefore(now)))
    alerts.raise('BACKUP_NOT_RESTORABLE', { file, trouble, verifiedAt: doneAt }, null)
}

const aDayBefore = (now: Date) => new Date(now.getTime() - DAY_MS)
