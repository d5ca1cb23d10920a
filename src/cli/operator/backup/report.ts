// Reports to the database that was backed up how a backup of it did. It need not be there: backups are tried out on other machines too, which
// know nothing of a gateway, or of another one.
import { clusterNameOf } from '#backup/names.ts'
import { keepVerify } from '#backup/report/store.ts'
import { readConfig } from '#config/config.ts'
import type { Environment } from '#config/environment-values.ts'
import { joinRunning } from '#db/embedded/join.ts'
import { type Connection, openDatabase } from '#db/postgres.ts'
import { findSystemIdentifier } from '#db/server/description.ts'
import { connectionTo } from '#db/server/server-list.ts'
import { systemClock } from '#kernel/time.ts'

export interface Verified {
  /** As names of backups have it. */
  cluster: string
  file: string
  trouble: string | null
}

/** Whether the gateway knows. It is asked for no longer than a moment. */
export async function reportToGateway(
  environment: Environment,
  { cluster, file, trouble }: Verified,
): Promise<boolean> {
  try {
    const db = openDatabase(await connectionOf(environment), 1)
    try {
      if (clusterNameOf(await findSystemIdentifier(db)) !== cluster) return false
      await keepVerify(db, { doneAt: systemClock(), file, trouble })
      return true
    } finally {
      await db.close()
    }
  } catch {
    return false
  }
}

const NO_WAIT_MS = 0

async function connectionOf(environment: Environment): Promise<Connection> {
  const { databaseUrl, dataDir } = readConfig(environment)
  return databaseUrl === null ? joinRunning({ dataDir }, NO_WAIT_MS) : connectionTo(databaseUrl)
}
