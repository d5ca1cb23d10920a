// Brings the schema forward. Migrations are plain SQL files, applied once and in order; several starting processes wait
// for each other. The client is its own and is closed, because a failing file leaves it in an aborted transaction. A schema that
// a later version has brought forward is refused: this one does not know what its columns mean.

import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import sql from 'sql-template-tag'
import { StartProblem } from '#kernel/start-problem.ts'
import { type Connection, ConnectionTrouble, type Queryable, throwTyped } from './postgres.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/**
 * Throws ConnectionTrouble where the server went away: what was not finished is rolled back. Throws a StartProblem where the
 * schema is newer than the files in `dir`.
 */
export async function migrate(connection: Connection, dir = MIGRATIONS): Promise<void> {
  const client = new pg.Client(connection)
  let lost: Error | undefined
  client.on('error', error => {
    lost = error
  })
  await client.connect().catch(throwTyped)
  try {
    // Limits that are meant for requests would break off a long migration at every start again, and what waits for it.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    const unknown = () =>
      refuseNewerSchema({ query: async ({ text, values }) => (await client.query(text, values)).rows }, dir)
    await unknown()
    await runner({
      dbClient: client,
      dir,
      direction: 'up',
      migrationsTable: 'migration',
      advisoryLockMode: 'wait',
      log: () => {},
    })
    // Another process may have migrated further while this one waited for it.
    await unknown()
  } catch (error) {
    throw lost === undefined ? error : new ConnectionTrouble(lost)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Before anything is read or written by a program that is older than the schema. */
export async function refuseNewerSchema(db: SchemaReader, dir = MIGRATIONS): Promise<void> {
  const [table] = await db.query<{ exists: boolean }>(sql`select to_regclass('migration') is not null as exists`)
  if (table?.exists !== true) return
  const [newest] = await db.query<{ name: string }>(sql`
    select name from migration where name <> all(${namesIn(dir)}::text[]) order by name desc limit 1`)
  if (newest === undefined) return
  throw new StartProblem(
    `This database was brought forward by a later version of Porteira: it has the migration ${newest.name}, which this version does not know. ` +
      'Start that version or a later one, or restore a backup from before the update.',
  )
}

type SchemaReader = Pick<Queryable, 'query'>

let names: readonly string[] | undefined

/** Of the migrations that come with this gateway, as they are noted in the table of those that were applied. */
export function migrationNames(): readonly string[] {
  names ??= namesIn(MIGRATIONS)
  return names
}

const namesIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter(name => name.endsWith('.sql'))
    .map(name => basename(name, '.sql'))

const DAYS_AHEAD = 8

/** The tables that grow by the day have partitions ready for the days to come. */
export async function makePartitions(db: Queryable): Promise<false> {
  await db.query(sql`select make_day_partitions((now() at time zone 'UTC')::date, ${DAYS_AHEAD})`)
  return false
}

/** Migrations of this gateway that the database has not seen, as an older copy in its place has not. */
export async function countMissingMigrations(db: Queryable): Promise<number> {
  const [row] = await db.query<{ missing: number }>(sql`
    select count(*)::int as missing from unnest(${migrationNames()}::text[]) as name
    where not exists (select from migration where migration.name = name.name)`)
  return row?.missing ?? 0
}
