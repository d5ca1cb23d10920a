// What a database holds, one fingerprint a table, and which tables have changed since.
import sql, { raw, join as together } from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'
import { until } from '../until.ts'

/** What heartbeats write, and the times at which a person was last seen. */
const BEATS = ['pulse', 'pulse_at', 'beat_at', 'seenAt', 'seenFrom', 'last_used_at']

/** What the gateway does by the clock, how the servers of receivers do, and what was asked of the API, written after a request. */
const BY_ITSELF = ['psp_sweep', 'psp_coverage', 'charge_call', 'dispute_watch', 'lease', 'receiver', 'request_log']

export type Digest = Map<string, string>

/** Of every table. */
export async function digestOf(db: Database): Promise<Digest> {
  const tables = await db.query<{ name: string }>(sql`
    select quote_ident(nspname) || '.' || quote_ident(relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'iam') and relkind in ('r', 'p') and not relispartition
      and relname <> all(${BY_ITSELF}) order by 1`)
  const each = tables.map(
    ({ name }) => sql`
      select ${name} as name, count(*) || ' rows ' || md5(coalesce(string_agg(row, '|' order by row), '')) as digest
      from (select (to_jsonb(held) - ${BEATS}::text[])::text as row from ${raw(name)} as held) as rows`,
  )
  const rows = await db.query<{ name: string; digest: string }>(together(each, ' union all '))
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

/** Once what has begun is over, and nothing changes by itself any more. */
export async function digestWhenIdle(db: Database): Promise<Digest> {
  let last = await digestOf(db)
  let same = 0
  return until(async () => {
    same = (await changedSince(db, last)).length === 0 ? same + 1 : 0
    if (same === 0) last = await digestOf(db)
    return same === QUIET_LOOKS ? last : null
  }, 'the gateway to be idle')
}

const QUIET_LOOKS = 15

/** The tables that are not what they were. */
export async function changedSince(db: Database, before: Digest): Promise<string[]> {
  const now = await digestOf(db)
  return [...now].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name)
}
