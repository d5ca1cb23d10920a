// Brings the schema forward. Migrations are plain SQL files, applied once and in order; several starting processes wait
// for each other. The client is its own and is closed, because a failing file leaves it in an aborted transaction. A schema that
// a later version has brought forward is refused, unless all that it has more only adds (`schema/older-code.ts`).

import { PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate'
import pg from 'pg'
import sql from 'sql-template-tag'
import { SECOND_MS } from '#kernel/time.ts'
import { type Connection, ConnectionTrouble, type Queryable, sqlState, throwTyped } from './postgres.ts'
import { MIGRATIONS, namesIn } from './schema/files.ts'
import { recordDeclarations, refuseNewerSchema } from './schema/older-code.ts'
import { planOf, sentenceOf } from './schema/plan.ts'

/**
 * Says beforehand what will be locked for long. Throws ConnectionTrouble where the server went away: what was not finished is rolled back.
 * Throws a StartProblem where the schema is newer than the files in `dir` and asks for newer code.
 */
export async function migrate(
  connection: Connection,
  dir = MIGRATIONS,
  say: (sentence: string) => void = () => {},
): Promise<void> {
  const client = new pg.Client(connection)
  let lost: Error | undefined
  client.on('error', error => {
    lost = error
  })
  await client.connect().catch(throwTyped)
  const db: Reader = { query: async ({ text, values }) => (await client.query(text, values)).rows }
  try {
    // Limits that are meant for requests would break off a long migration at every start again, and what waits for it.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    // The one that the library would take by itself, and early versions do.
    await db.query(sql`select pg_advisory_lock(${PG_MIGRATE_LOCK_ID})`)
    const newer = await refuseNewerSchema(db, dir)
    if (newer !== null) say(`The schema is that of a later version (${newer}), with which this one can run`)
    const { from, steps } = await planOf(db, dir)
    for (const { name, locks } of steps)
      for (const lock of locks) if (lock.isLong) say(`The migration ${name} locks ${sentenceOf(lock)}`)
    if (from === null) await apply(client, dir, { singleTransaction: true })
    else if (steps.length > 0) await applyBesideOthers(client, dir, say)
    await recordDeclarations(db, dir)
  } catch (error) {
    throw lost === undefined ? error : new ConnectionTrouble(lost)
  } finally {
    await client.end().catch(() => {})
  }
}

type Reader = Pick<Queryable, 'query'>

const apply = (dbClient: pg.Client, dir: string, { singleTransaction }: { singleTransaction: boolean }) =>
  runner({
    dbClient,
    dir,
    direction: 'up',
    migrationsTable: 'migration',
    singleTransaction,
    noLock: true,
    log: () => {},
  })

/** Behind one who waits for a lock everybody waits. */
const LOCK_MS = 2 * SECOND_MS
/** Those whom it has held up get so long for their work. */
const AGAIN_MS = SECOND_MS

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/**
 * Other gateways may be at work on the same tables. So each migration is a transaction of its own, which holds its locks no longer than it has
 * to, and one that does not get a lock soon goes back and tries again.
 */
async function applyBesideOthers(client: pg.Client, dir: string, say: (sentence: string) => void): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_MS}`)
  for (let isFirst = true; ; isFirst = false) {
    try {
      await apply(client, dir, { singleTransaction: false })
      return
    } catch (error) {
      if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlState(error) ?? '')) throw error
      await client.query('rollback')
      if (isFirst) say('A table is in use by others, so the migration that needs it lets them go first and tries again')
      await new Promise(wake => setTimeout(wake, AGAIN_MS))
    }
  }
}

let names: readonly string[] | undefined

/** Of the migrations that come with this gateway, as they are noted in the table of those that were applied. */
export function migrationNames(): readonly string[] {
  names ??= namesIn(MIGRATIONS)
  return names
}

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
