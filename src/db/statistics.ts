// Has the planner analyse tables that have grown. Plans are kept, those of foreign keys as well, and one that was made while its
// table was empty reads all rows of an account for each row that comes, once there are many. The server's own upkeep would notice
// after a minute, in which a new gateway can take a hundred thousand requests.
import type { FastifyBaseLogger } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import type { Database } from './postgres.ts'
import { type DueLoop, startDueLoop } from './queue/due.ts'

const LOOK_MS = 1_000
/** Smaller ones are read as fast in any way. */
const SMALLEST_PAGES = 8

export function startStatistics({ db, log }: { db: Database; log: Pick<FastifyBaseLogger, 'error'> }): DueLoop {
  const owed = { db, rows: () => sql`select ${GROWN}` }
  return startDueLoop({ name: 'statistics', everyMs: LOOK_MS, owed, log, round: () => analyzeGrown(db) })
}

const GROWN = sql`
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname = current_schema() and pg_has_role(relowner, 'usage')
      and pg_relation_size(pg_class.oid) > greatest(2 * relpages, ${SMALLEST_PAGES}::int) * current_setting('block_size')::bigint`

/** Those that are twice as large as at the last look. One that another process works on is left to it. */
export async function analyzeGrown(db: Database): Promise<false> {
  const grown = await db.query<{ name: string }>(sql`select format('%I.%I', nspname, relname) as name ${GROWN}`)
  for (const { name } of grown) await db.query(sql`analyze (skip_locked) ${raw(name)}`)
  return false
}
