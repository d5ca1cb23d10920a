// What bringing a database up to date will do to it: which migrations, which tables they lock for how much work, and which code can run
// beside. It only reads.
import sql from 'sql-template-tag'
import type { Queryable } from '../postgres.ts'
import { ANY_CODE, type Declaration, declarationIn, titleOf } from './declaration.ts'
import { MIGRATIONS, namesIn, textOf } from './files.ts'
import { locksOf, type TableLock, WORK } from './locks.ts'

export interface MigrationPlan {
  /** The newest that the database has; null: it is empty. */
  from: string | null
  /** Whether code of the version that the database has now can go on, and be started again, while and after this is applied. */
  rolling: boolean
  steps: PlannedStep[]
}

export interface PlannedStep {
  name: string
  title: string
  /** Null: it says nothing of older code, so none may run beside it. */
  declared: Declaration | null
  locks: PlannedLock[]
}

export interface PlannedLock extends TableLock {
  /** Of the table as the database knows it, partitions included; null: it is not there yet, or nobody knows which one. */
  bytes: number | null
  rows: number | null
  isLong: boolean
}

/** Below this the work is done within what a request waits for a lock. */
const LONG_FROM_BYTES = 64 * 1024 * 1024

export async function planOf(db: Pick<Queryable, 'query'>, dir = MIGRATIONS): Promise<MigrationPlan> {
  const [table] = await db.query<{ exists: boolean }>(sql`select to_regclass('migration') is not null as exists`)
  const applied =
    table?.exists === true ? await db.query<{ name: string }>(sql`select name from migration order by name`) : []
  const known = new Set(applied.map(({ name }) => name))
  const pending = namesIn(dir)
    .filter(name => !known.has(name))
    .map(name => ({ name, text: textOf(dir, name) }))
  const found = pending.map(({ text }) => locksOf(text))
  const sizes = await sizesOf(db, [...new Set(found.flat().flatMap(({ table: name }) => name ?? []))])
  const steps = pending.map(({ name, text }, at) => ({
    name,
    title: titleOf(name, text),
    declared: declarationIn(text),
    locks: (found[at] ?? []).map(lock => plannedLock(lock, sizes)),
  }))
  const runsBeside = ({ declared }: PlannedStep) =>
    declared !== null && (declared.runsWith === ANY_CODE || known.has(declared.runsWith))
  const from = applied.at(-1)?.name ?? null
  return { from, rolling: from !== null && steps.every(runsBeside), steps }
}

type Sizes = Map<string, { bytes: number; rows: number }>

async function sizesOf(db: Pick<Queryable, 'query'>, tables: string[]): Promise<Sizes> {
  const rows = await db.query<{ name: string; bytes: number; rows: number }>(sql`
    select name, sum(pg_table_size(oid))::float8 as bytes, sum(greatest(reltuples, 0))::float8 as rows
    from unnest(${tables}::text[]) as name
    join pg_class on oid = to_regclass(name) or oid in (select relid from pg_partition_tree(to_regclass(name)))
    group by name`)
  return new Map(rows.map(row => [row.name, row]))
}

function plannedLock(lock: TableLock, sizes: Sizes): PlannedLock {
  const { bytes = null, rows = null } = sizes.get(lock.table ?? '') ?? {}
  return { ...lock, bytes, rows, isLong: bytes !== null && bytes >= LONG_FROM_BYTES }
}

export const sentenceOf = ({ table, work, bytes, rows }: PlannedLock): string =>
  table === null ? WORK[work] : `${table}${sizeText(bytes, rows)}: ${WORK[work]}`

function sizeText(bytes: number | null, rows: number | null): string {
  if (bytes === null || rows === null) return ''
  return ` (about ${Math.round(rows)} rows, ${Math.ceil(bytes / 1024 / 1024)} MB)`
}
