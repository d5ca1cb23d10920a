// The place where the database lies, as a short text: the same after a restart, another for a copy elsewhere. A folder is known
// by one of its files, which a copy to another place makes anew; a server by its own number and that of the database in it. A
// copy that is written over the files of its own folder keeps the place: heartbeat and installation file find it. Nothing is
// changed.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Queryable, sqlState } from '#db/postgres.ts'
import { findServer } from './store.ts'

/** Null where the place is unknown. */
export type Fingerprint = string | null

/** Of the embedded server: the file is written once, when the cluster is made, and a rename of its folder keeps it. */
export async function fingerprintOfCluster(folder: string): Promise<Fingerprint> {
  const { ino, birthtimeNs } = await stat(join(folder, 'PG_VERSION'), { bigint: true })
  return `folder ${ino}, made ${new Date(Number(birthtimeNs / 1_000_000n)).toISOString()}`
}

/** Of a server of the operator's own. A copy by files has the same number, and only its heartbeat gives it away. */
export async function fingerprintOfServer(db: Queryable): Promise<Fingerprint> {
  const place = await findServer(db).catch((error: unknown) => {
    if (NOT_PERMITTED.has(sqlState(error) ?? '')) return null
    throw error
  })
  return place === null ? null : `server ${place.server}, database ${place.database}`
}

/** The function was taken away from this role, or this server has none. */
const NOT_PERMITTED = new Set(['42501', '42883'])
