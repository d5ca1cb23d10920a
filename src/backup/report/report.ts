// What the database knows of its backups: when the last one was taken, and whether the last one that was tried out can be restored. The
// commands write it; the gateway reads it, so that old or bad backups are seen while it works.

export interface BackupReport {
  doneAt: Date
  /** Its name. */
  file: string
}

export interface VerifyReport extends BackupReport {
  /** Why it cannot be used; null: it can. */
  trouble: string | null
}

/** null: that was never done. */
export interface BackupReports {
  backup: BackupReport | null
  verify: VerifyReport | null
}
