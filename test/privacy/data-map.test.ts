// The map of personal data, held against the database itself: every column that can hold text says what it holds; and the guides' tables,
// held against the map.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { CUSTOMER_COLUMNS } from '#privacy/data-map/customers.ts'
import { KIND_NAMES, kindRow } from '#privacy/data-map/kinds.ts'
import { OTHER_COLUMNS } from '#privacy/data-map/others.ts'
import { freshDatabase } from '../gateway.ts'

const { connection, drop } = await freshDatabase()
const db = openDatabase(connection, 1)
after(async () => {
  await db.close()
  await drop()
})

/** "table.column", of everything but numbers, moments and truths. */
async function textColumns(): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select case nspname when 'public' then '' else nspname || '.' end || relname || '.' || attname as name
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    join pg_type on pg_type.oid = atttypid
    where nspname in ('public', 'iam') and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
      and typname in ('text', 'varchar', 'json', 'jsonb', 'bytea', 'inet', '_text') and attname <> 'seal'
    order by 1`)
  return rows.map(({ name }) => name)
}

const mapped = () => [
  ...Object.entries(CUSTOMER_COLUMNS).flatMap(([table, kinds]) =>
    [...new Set(Object.values(kinds).flat())].map(column => `${table}.${column}`),
  ),
  ...Object.values(OTHER_COLUMNS).flatMap(tables =>
    Object.entries(tables).flatMap(([table, columns]) => columns.split(' ').map(column => `${table}.${column}`)),
  ),
]

test('every column that can hold text is on the map of personal data, once', async () => {
  const [there, named] = [await textColumns(), mapped()]
  assert.deepEqual(
    there.filter(column => !named.includes(column)),
    [],
    'say in src/privacy/data-map what these hold: a kind of customers’ data, or something else',
  )
  assert.deepEqual(
    named.filter(column => !there.includes(column)),
    [],
    'these are no more, or hold no text',
  )
  assert.deepEqual(
    named.filter((column, at) => named.indexOf(column) !== at),
    [],
    'these are named twice',
  )
})

test('every kind of data has columns, and its line in the guides', () => {
  const used = new Set(Object.values(CUSTOMER_COLUMNS).flatMap(kinds => Object.keys(kinds)))
  assert.deepEqual([...used].toSorted(), KIND_NAMES.toSorted())
  for (const [language, path] of [
    ['en', 'docs/guides/privacy.md'],
    ['pt', 'docs/guides/pt/privacy.md'],
  ] as const) {
    const lines = readFileSync(path, 'utf8').split('\n')
    for (const name of KIND_NAMES) assert.ok(lines.includes(kindRow(name, language)), kindRow(name, language))
  }
})
