// Brings the schema forward. Migrations are plain SQL files, applied once and in order; several starting processes wait
// for each other. The client is its own and is closed, because a failing file leaves it in an aborted transaction.

import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import sql from 'sql-template-tag'
import { type Connection, ConnectionTrouble, type Queryable, told } from './postgres.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Throws ConnectionTrouble where the server went away: what was not finished is rolled back. */
export async function migrate(connection: Connection, dir = MIGRATIONS): Promise<void> {
  const client = new pg.Client(connection)
  let lost: Error | undefined
  client.on('error', error => {
    lost = error
  })
  await client.connect().catch(told)
  try {
    // Limits that are meant for requests would break off what is long, and whoever waits for it, at every start again.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await runner({
      dbClient: client,
      dir,
      direction: 'up',
      migrationsTable: 'migration',
      advisoryLockMode: 'wait',
      log: () => {},
    })
  } catch (error) {
    throw lost === undefined ? error : new ConnectionTrouble(lost)
  } finally {
    await client.end().catch(() => {})
  }
}

let names: readonly string[] | undefined

/** Of the migrations that come with this gateway, as they are noted in the table of those that were applied. */
export function migrationNames(): readonly string[] {
  names ??= readdirSync(MIGRATIONS)
    .filter(name => name.endsWith('.sql'))
    .map(name => basename(name, '.sql'))
  return names
}

const DAYS_AHEAD = 8

/** The tables that grow by the day have partitions ready for the days to come. */
export async function makePartitions(db: Queryable): Promise<false> {
  await db.query(sql`select make_day_partitions((now() at time zone 'UTC')::date, ${DAYS_AHEAD})`)
  return false
}
