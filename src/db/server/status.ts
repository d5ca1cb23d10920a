// What a server says of itself to whoever wants to write: whether it takes writes, which cluster it is a copy of, and on which history.
// Each promotion begins a history of its own, with a higher number (PostgreSQL's timeline): of two servers that take writes, the one
// with the lower number is a former primary that nobody has ended.
import pg from 'pg'

export interface ServerStatus {
  writable: boolean
  /** Null where the server does not say. */
  timeline: number | null
  /** The number of the cluster, which all of its copies have; null where the server does not say. */
  system: string | null
}

const WRITABLE = `not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`

/** The first eight digits of the file that the log goes to. It is asked of a primary alone. */
export const TIMELINE = `case when pg_is_in_recovery() then null
  else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end`

const FULL = `select ${WRITABLE}, ${TIMELINE} as timeline, (select system_identifier::text from pg_control_system()) as system`
const MINIMAL = `select ${WRITABLE}, null::int as timeline, null::text as system`

const ANSWERS_WITHIN_MS = 3_000

/** Of the session that this client has opened. */
export async function serverStatusOf(client: pg.Client, withinMs = ANSWERS_WITHIN_MS): Promise<ServerStatus> {
  const request = async (text: string) => {
    // The driver takes the time for a single statement; its types do not know.
    const query = { text, query_timeout: withinMs } as pg.QueryConfig
    const { rows } = await client.query<ServerStatus>(query)
    return rows[0] as ServerStatus
  }
  try {
    return await request(FULL)
  } catch (error) {
    // Services that run PostgreSQL for others take such functions away.
    if (error instanceof pg.DatabaseError && NOT_OFFERED.has(error.code ?? '')) return request(MINIMAL)
    throw error
  }
}

/** The server does not know the function, or lets nobody use it. */
export const NOT_OFFERED = new Set(['0A000', '42501', '42883', '55000'])
