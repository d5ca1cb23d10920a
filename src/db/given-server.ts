// A PostgreSQL server of the operator's own, named by DATABASE_URL: one look before the start, so that what is wrong with
// it is told in a sentence. The sentence names host and database, never the password.
import pg from 'pg'
import { StartProblem } from '#kernel/start-problem.ts'
import type { Connection } from './postgres.ts'

const OLDEST_MAJOR = 15
const PATIENCE_MS = 10_000

export async function reachServer(url: string): Promise<Connection> {
  const connection = { connectionString: url }
  const version = await versionOf(url)
  if (version >= OLDEST_MAJOR) return connection
  throw new StartProblem(
    `DATABASE_URL names a PostgreSQL ${version} server; Porteira needs ${OLDEST_MAJOR} or newer. ` +
      'Unset DATABASE_URL to use the PostgreSQL that Porteira brings.',
  )
}

async function versionOf(url: string): Promise<number> {
  const client = clientFor(url)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('show server_version_num')
    return Math.trunc(Number(rows[0].server_version_num) / 10_000)
  } catch (error) {
    throw new StartProblem(
      `The database that DATABASE_URL names (${client.host}:${client.port}, database ${client.database}) ` +
        `cannot be used: ${wordsOf(error)}. Check the address, the user and the password, and that the server runs.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

function clientFor(url: string): pg.Client {
  try {
    return new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS })
  } catch {
    throw new StartProblem('DATABASE_URL cannot be read; postgres://user:password@host:5432/database was expected.')
  }
}

// Several addresses that all refuse come as one error without words of its own.
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
