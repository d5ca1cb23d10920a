// Every statement of the gateway that changes a row with a row hash hashes it anew, or changes only columns outside the hash: the doctor
// would report a forgotten one as tampering.
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { freshDatabase } from '../gateway.ts'

const { connection, drop } = await freshDatabase()
const db = openDatabase(connection, 1)
after(async () => {
  await db.close()
  await drop()
})

/** The columns of each hashed table that its hash does not contain. */
async function freeColumns(): Promise<Map<string, string[]>> {
  const rows = await db.query<{ table: string; free: string[] }>(sql`
    select relname as table, array_agg(attname::text order by attnum) filter (
      where attname <> 'seal' and position('.' || attname || ',' in formula) = 0 and position('.' || attname || ')' in formula) = 0
    ) as free
    from pg_class
    join pg_type on pg_type.oid = reltype
    join pg_proc on proname = 'seal_of' and proargtypes[0] = pg_type.oid
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    cross join lateral (select prosrc as formula) functions
    group by relname`)
  return new Map(rows.map(({ table, free }) => [table, free ?? []]))
}

const UPDATES = [
  /\bupdate (?<table>\w+) set\b(?<set>[^`]*?)(?=\bwhere\b|\bfrom\b|\breturning\b|`)/g,
  /\binsert into (?<table>\w+)\b[^`]*?\bdo update\s+set\b(?<set>[^`]*?)(?=\bwhere\b|\breturning\b|`)/g,
]

test('an update of a hashed row hashes it anew, or changes only columns outside the hash', async () => {
  const free = await freeColumns()
  assert.deepEqual([free.get('sale'), free.get('psp_inbox'), free.get('receipt')], [['due_at'], ['seen', 'due_at'], []])
  const forgotten: string[] = []
  let updates = 0
  for await (const file of glob('src/**/*.ts')) {
    const text = await readFile(file, 'utf8')
    for (const { groups: { table = '', set = '' } = {} } of UPDATES.flatMap(form => [...text.matchAll(form)])) {
      if (!free.has(table)) continue
      updates++
      const changed = [...set.matchAll(/(?:^|,)\s*(\w+) = /g)].map(([, column = '']) => column)
      const isFree = changed.length > 0 && changed.every(column => free.get(table)?.includes(column))
      if (!isFree && !set.includes('seal = default')) forgotten.push(`${file}: update ${table} set${set}`)
    }
  }
  assert.ok(updates > 30, `${updates} updates were found`)
  assert.deepEqual(forgotten, [])
})

test('another hash is given to all rows but those that did not fit the one before', async () => {
  const wrong = async () => {
    const rows = await db.query<{ name: string }>(sql`
      select name from psp_account where seal is distinct from seal_of(psp_account) order by name`)
    return rows.map(({ name }) => name)
  }
  await db.query(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
    select 'efi', 'test', 'bank ' || n, 'http://127.0.0.1', 'key', '', n::text::bytea, now() from generate_series(1, 3) n`)
  await db.query(sql`update psp_account set name = 'changed by hand' where name = 'bank 2'`)
  assert.deepEqual(await wrong(), ['changed by hand'])
  await db.query(sql`alter table psp_account add column more text not null default 'yes'`)
  await db.query(sql`select keep_sealed('psp_account')`)
  assert.deepEqual(await wrong(), ['changed by hand'])
  await db.query(sql`update psp_account set more = 'no' where name = 'bank 3'`)
  assert.deepEqual(await wrong(), ['bank 3', 'changed by hand'])
  await db.query(sql`update psp_account set seal = default`)
  assert.deepEqual(await wrong(), [])
})

test('no setting of a session changes a hash', async () => {
  await db.transaction(async tx => {
    for (const setting of [
      "timezone = 'Asia/Tokyo'",
      "datestyle = 'German'",
      "bytea_output = 'escape'",
      'extra_float_digits = 0',
    ])
      await tx.query(sql`set local ${raw(setting)}`)
    assert.deepEqual(await tx.query(sql`select from psp_account where seal is distinct from seal_of(psp_account)`), [])
  })
})
