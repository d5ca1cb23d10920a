// The SQL of what is known of backups: one row for the last that was taken, and one for the last that was tried out.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { BackupReport, BackupReports, VerifyReport } from './report.ts'

type Kind = 'BACKUP' | 'VERIFY'

/** Of one that was taken. */
export const keepBackup = (db: Queryable, report: BackupReport) => keep(db, 'BACKUP', { ...report, trouble: null })

/** Of one that was tried out. */
export const keepVerify = (db: Queryable, report: VerifyReport) => keep(db, 'VERIFY', report)

/** One that was done later stays: two may run at once. */
async function keep(db: Queryable, kind: Kind, { doneAt, file, trouble }: VerifyReport): Promise<void> {
  await db.query(sql`
    insert into backup_report (kind, done_at, file, trouble)
    values (${kind}, ${doneAt}, ${file}, ${trouble})
    on conflict (kind) do update
    set done_at = excluded.done_at, file = excluded.file, trouble = excluded.trouble, alerted_at = null
    where backup_report.done_at <= excluded.done_at`)
}

export async function readReports(db: Queryable): Promise<BackupReports> {
  const rows = await db.query<VerifyReport & { kind: Kind }>(
    sql`select kind, done_at as "doneAt", file, trouble from backup_report`,
  )
  const of = (kind: Kind) => rows.find(row => row.kind === kind) ?? null
  return { backup: of('BACKUP'), verify: of('VERIFY') }
}

/** Whether an alert is due about this: of several processes one gets it, and then nobody before `again`. */
export async function leaseAlert(db: Queryable, kind: Kind, now: Date, again: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update backup_report set alerted_at = ${now}
    where kind = ${kind} and (alerted_at is null or alerted_at <= ${again}) returning kind`)
  return rows.length > 0
}
