// Backups as a gateway at work sees them: it takes none itself, and knows how old the last one is and whether it restores.
import type { BackupReports } from './report.ts'
import { readReports } from './store.ts'
import { type BackupWatchDeps, startBackupWatch } from './watch.ts'

export interface Backups extends AsyncDisposable {
  reports(): Promise<BackupReports>
}

export function openBackups(deps: BackupWatchDeps): Backups {
  const watch = startBackupWatch(deps)
  return {
    reports: () => readReports(deps.db),
    [Symbol.asyncDispose]: () => watch.stop(),
  }
}
