// After a change of ENCRYPTION_KEY: texts that are sealed under another key are sealed again under the present one, in small statements beside
// gateways at work. Whatever ends it, the next run goes on with what is left. A text that somebody has changed meanwhile is left to them; one
// that no key at hand opens, or whose row does not fit its row hash, is left as it is and named.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { KeyedBox } from '#kernel/crypto/secret-box.ts'
import type { Database, Queryable } from '../postgres.ts'
import { SEALED_COLUMNS, type SealedColumn } from './columns.ts'

export interface ColumnCount {
  table: string
  column: string
  /** Sealed under the present key. */
  present: number
  /** Under another one. */
  others: number
}

/** How many texts of each column are sealed under which key. */
export async function countSealed(db: Database, { head }: Pick<KeyedBox, 'head'>): Promise<ColumnCount[]> {
  const counts: ColumnCount[] = []
  for (const { table, column } of SEALED_COLUMNS) {
    const name = raw(column)
    const [row] = await unhurried<{ present: number; others: number }>(
      db,
      sql`
      select count(*) filter (where starts_with(${name}, ${head}))::int as present,
        count(*) filter (where not starts_with(${name}, ${head}))::int as others
      from ${raw(table)} where ${name} is not null`,
    )
    counts.push({ table, column, present: row?.present ?? 0, others: row?.others ?? 0 })
  }
  return counts
}

/** Reads of a whole table take as long as they take, where a request would be broken off. */
const unhurried = <Row>(db: Database, statement: Sql): Promise<Row[]> =>
  db.transaction(async tx => {
    await tx.query(sql`set local statement_timeout = 0`)
    return tx.query<Row>(statement)
  })

export interface ResealDeps {
  db: Database
  box: KeyedBox
  onProgress: (column: SealedColumn, resealed: number) => void
  leaving: AbortSignal
}

/** Rows that were left as they are, in sentences. */
export async function resealAll({ db, box, onProgress, leaving }: ResealDeps): Promise<string[]> {
  const left: string[] = []
  for (const column of SEALED_COLUMNS) {
    let [after, resealed]: [bigint[] | null, number] = [null, 0]
    for (;;) {
      leaving.throwIfAborted()
      const rows: SealedRow[] = await nextRows(db, column, box.head, after)
      const last = rows.at(-1)
      if (last === undefined) break
      const fresh = rows.flatMap(row => resealedRow(row, column, box, left))
      resealed += await replace(db, column, fresh)
      onProgress(column, resealed)
      if (column.key.length === 0) break
      after = last.key
    }
  }
  return left
}

interface SealedRow {
  key: bigint[]
  sealed: string
  /** Its row is as the gateway has left it. */
  fits: boolean
}

const BATCH = 500

function nextRows(db: Database, column: SealedColumn, head: string, after: bigint[] | null): Promise<SealedRow[]> {
  const [table, name, key] = [raw(column.table), raw(column.column), raw(column.key.join(', '))]
  const fits = column.isHashed ? sql`seal is not distinct from seal_of(${table})` : sql`true`
  const behind = after === null ? sql`true` : sql`(${key}) > (${join(after.map(part => sql`${part}::bigint`))})`
  const order = column.key.length === 0 ? sql`` : sql`order by ${key}`
  return unhurried<SealedRow>(
    db,
    sql`
    select array[${key}]::bigint[] as key, ${name} as sealed, ${fits} as fits from ${table}
    where ${name} is not null and not starts_with(${name}, ${head}) and ${behind} ${order} limit ${BATCH}`,
  )
}

interface Replacement {
  key: bigint[]
  sealed: string
  fresh: string
}

function resealedRow(row: SealedRow, column: SealedColumn, box: KeyedBox, left: string[]): Replacement[] {
  const name = `${column.column} of ${column.table} ${row.key.join('/')}`.trim()
  if (!row.fits) left.push(`${name}: the row was changed by hand; let the doctor look at it`)
  const fresh = row.fits ? reopened(box, row.sealed) : null
  if (row.fits && fresh === null) left.push(`${name}: no key at hand opens it`)
  return fresh === null ? [] : [{ key: row.key, sealed: row.sealed, fresh }]
}

function reopened(box: KeyedBox, sealed: string): string | null {
  try {
    return box.seal(box.open(sealed))
  } catch {
    return null
  }
}

/** Where the text is still the one that was read, and nobody has changed the row by hand meanwhile. */
async function replace(db: Queryable, column: SealedColumn, rows: Replacement[]): Promise<number> {
  if (rows.length === 0) return 0
  const [table, name] = [raw(column.table), raw(column.column)]
  const keys = column.key.map((_part, at) => sql`${rows.map(({ key }) => key[at])}::bigint[]`)
  const texts = [sql`${rows.map(({ sealed }) => sealed)}::text[]`, sql`${rows.map(({ fresh }) => fresh)}::text[]`]
  const names = column.key.map((_part, at) => `key_${at}`)
  const same: Sql[] = column.key.map((part, at) => sql`${table}.${raw(part)} = ${raw(names[at] as string)}`)
  const fits = column.isHashed ? [sql`${table}.seal is not distinct from seal_of(${table})`] : []
  const replaced = await db.query(sql`
    update ${table} set ${name} = fresh ${column.isHashed ? sql`, seal = default` : sql``}
    from unnest(${join([...keys, ...texts])}) as replacement (${raw([...names, 'sealed_before', 'fresh'].join(', '))})
    where ${join([...same, ...fits, sql`${table}.${name} = sealed_before`], ' and ')}
    returning 1`)
  return replaced.length
}
