// Brings the schema forward. Migrations are plain SQL files, applied once and in order; several starting processes wait
// for each other. The client is its own and is closed, because a failing file leaves it in an aborted transaction.

import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import sql from 'sql-template-tag'
import type { Connection, Queryable } from './postgres.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

export async function migrate(connection: Connection, dir = MIGRATIONS): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await runner({
      dbClient: client,
      dir,
      direction: 'up',
      migrationsTable: 'migration',
      advisoryLockMode: 'wait',
      log: () => {},
    })
  } finally {
    await client.end()
  }
}

const DAYS_AHEAD = 8

/** The tables that grow by the day have partitions ready for the days to come. */
export async function makePartitions(db: Queryable): Promise<false> {
  await db.query(sql`select make_day_partitions((now() at time zone 'UTC')::date, ${DAYS_AHEAD})`)
  return false
}
