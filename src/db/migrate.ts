// Brings the schema forward. Migrations are plain SQL files, applied once and in order; of several starting processes those with something to
// apply wait for each other. An empty database gets all in one transaction, one in use each in its own. The client is its own and is closed,
// because a failing file leaves it in an aborted transaction. A schema that a later version has brought forward is refused, unless each
// migration that it has more says that this code can run with it (`schema/older-code.ts`).
import sql from 'sql-template-tag'
import { StartProblem } from '#kernel/start-problem.ts'
import { type Connection, ConnectionTrouble, type Queryable, throwTyped } from './postgres.ts'
import { type Way, withBriefLocks } from './schema/brief-locks.ts'
import { MIGRATIONS, namesIn } from './schema/files.ts'
import { recordDeclarations, refuseNewerSchema } from './schema/older-code.ts'
import { planOf, sentenceOf } from './schema/plan.ts'
import { clientFor } from './server/client.ts'

/**
 * Says beforehand what will be locked for long, and who is waited for. Throws ConnectionTrouble where the server went away: what was not
 * finished is rolled back. Throws a StartProblem where the schema is newer than the files in `dir` and asks for newer code.
 */
export async function migrate(connection: Connection, dir = MIGRATIONS, options: MigrateOptions = {}): Promise<void> {
  const { say = () => {}, leaving = NEVER } = options
  const client = clientFor(connection)
  let lost: Error | undefined
  client.on('error', error => {
    lost = error
  })
  await client.connect().catch(throwTyped)
  const db: Reader = { query: async ({ text, values }) => (await client.query(text, values)).rows }
  try {
    // Limits that are meant for requests would break off a long migration at every start again, and what waits for it.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    if (!(await isUpToDate(db, dir, say))) await bringForward({ connection, client, db, dir, say, leaving })
    await recordDeclarations(db, dir)
  } catch (error) {
    throw lost === undefined ? error : new ConnectionTrouble(lost)
  } finally {
    await client.end().catch(() => {})
  }
}

export interface MigrateOptions {
  say?: (sentence: string) => void
  /** Aborted when it is to end: a migration that is at work is finished, and no further one is begun. */
  leaving?: AbortSignal
}

/** Loaded where there is something to apply: it takes five megabytes, and most starts have nothing. */
const library = () => import('node-pg-migrate')

const NEVER = new AbortController().signal

type Reader = Pick<Queryable, 'query'>

interface Work extends Way {
  db: Reader
  dir: string
}

/** The version before is started again while the next one is still at work, so with nothing to apply nobody is waited for. */
async function isUpToDate(db: Reader, dir: string, say: (sentence: string) => void): Promise<boolean> {
  try {
    const newer = await refuseNewerSchema(db, dir)
    if ((await planOf(db, dir)).steps.length > 0) return false
    sayNewer(newer, say)
    return true
  } catch (error) {
    // The next version may be just about to record what its last migration says: looked at again in its turn.
    if (error instanceof StartProblem) return false
    throw error
  }
}

function sayNewer(newer: string | null, say: (sentence: string) => void): void {
  if (newer !== null) say(`The schema is that of a later version (${newer}), with which this one can run`)
}

async function bringForward(work: Work): Promise<void> {
  const { db, dir, say } = work
  const { PG_MIGRATE_LOCK_ID } = await library()
  await withBriefLocks(work, async () => {
    // The one that the library would take by itself, and early versions do.
    await db.query(sql`select pg_advisory_lock(${PG_MIGRATE_LOCK_ID})`)
  })
  sayNewer(await refuseNewerSchema(db, dir), say)
  const { from, steps } = await planOf(db, dir)
  for (const { name, locks } of steps)
    for (const lock of locks) if (lock.isLong) say(`The migration ${name} locks ${sentenceOf(lock)}`)
  if (from === null) await withBriefLocks(work, () => apply(work, { singleTransaction: true }))
  else await applyBesideOthers(work, steps.length)
}

/**
 * Other gateways may be at work on the same tables. So each migration is a transaction of its own, which holds its locks no longer than it has
 * to, and what it says of older code is there as soon as it is applied.
 */
async function applyBesideOthers(work: Work, count: number): Promise<void> {
  for (let applied = 0; applied < count; applied++) {
    await withBriefLocks(work, () => apply(work, { singleTransaction: false, count: 1 }))
    await recordDeclarations(work.db, work.dir)
  }
}

const apply = async ({ client, dir }: Work, how: { singleTransaction: boolean; count?: number }): Promise<void> => {
  const { runner } = await library()
  await runner({
    dbClient: client,
    dir,
    direction: 'up',
    migrationsTable: 'migration',
    noLock: true,
    log: () => {},
    ...how,
  })
}

let names: readonly string[] | undefined

/** Of the migrations that come with this gateway, as they are noted in the table of those that were applied. */
function migrationNames(): readonly string[] {
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
