// A session that speaks the replication protocol: the one way to copy a whole cluster, and the log of its changes, from a server that
// runs, wherever it runs. No statement is possible in it, only the commands of the protocol.
import type pg from 'pg'
import { StartProblem } from '#kernel/start-problem.ts'
import type { Connection } from '../postgres.ts'
import { clientFor } from '../server/client.ts'

export interface ReplicationSession {
  /** For commands that answer with messages of their own. */
  client: pg.Client
  /** The rows of a command. Throws a StartProblem where the server refuses it to this role. */
  command<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  /** A command that was under way ends with it. */
  close(): Promise<void>
}

const CONNECT_MS = 10_000

/** Throws a StartProblem that says what to do. */
export async function openReplication(connection: Connection): Promise<ReplicationSession> {
  const client = clientFor(connection, {
    // Not in the driver's types.
    ...({ replication: 'true' } as object),
    application_name: 'porteira-backup',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  })
  // Each command reports its own end; without a listener the event would end this process.
  client.on('error', () => {})
  await client.connect().catch(error => {
    throw explained(error)
  })
  return {
    client,
    command: <Row extends pg.QueryResultRow>(text: string) =>
      client.query<Row>(text).then(
        ({ rows }) => rows,
        error => {
          throw explained(error)
        },
      ),
    async close() {
      // One that is in the middle of a copy does not say goodbye.
      client.connection.stream.destroy()
      await client.end().catch(() => {})
    },
  }
}

const NOT_LET_IN = '28000'
const NOT_PERMITTED = '42501'
const TOO_MANY = '53300'

/** In words for the operator, where the server's own say too little. */
export function explained(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string }
  if (code === NOT_LET_IN)
    return new StartProblem(
      `The database server lets nobody in to copy it: ${message}. For the embedded one, restart the gateway once with this version; ` +
        'on a server of your own, add a line "host replication ROLE ADDRESS scram-sha-256" to pg_hba.conf.',
    )
  if (code === NOT_PERMITTED)
    return new StartProblem(
      `The role of DATABASE_URL may not copy the server: ${message}. Say "alter role NAME replication" there, or give the backup a role of its own.`,
    )
  if (code === TOO_MANY)
    return new StartProblem(`The database server has no room for another copy: ${message}. Raise max_wal_senders.`)
  return error
}
