// Two versions on one schema: what a migration says of older code, what a start of older code makes of it, and the rules that hold a
// migration to its word.
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, test } from 'node:test'
import sql from 'sql-template-tag'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/postgres.ts'
import { locksOf } from '#db/schema/locks.ts'
import { planOf } from '#db/schema/plan.ts'
import { freshDatabase } from '../gateway.ts'
import { careless } from '../tidy/migrations.ts'
import { until } from '../until.ts'

/** A folder with these migrations, as a version of its own would bring them. */
async function version(resources: AsyncDisposableStack, files: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'version-'))
  resources.defer(() => rm(dir, { recursive: true }))
  await cp('migrations', dir, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, `${name}.sql`), text)
  return dir
}

const ADDS = '-- Up Migration\n-- Expand\n\n-- More.\nalter table sale add column more text;\n'
const TAKES = (since: string) => `-- Up Migration\n-- Contract: since ${since}\n\nalter table sale drop column more;\n`

test('an older version starts on a schema that a later one has only added to, and on no other', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const first = await version(resources, { '9001_more': ADDS })
  const second = await version(resources, { '9001_more': ADDS, '9002_less': TAKES('9001_more') })
  const spoken: string[] = []
  const start = (dir?: string) => migrate(connection, dir, { say: sentence => void spoken.push(sentence) })

  await start(first)
  await start()
  assert.deepEqual(spoken, ['The schema is that of a later version (9001_more), with which this one can run'])
  await start(second)
  await start(first)
  await assert.rejects(start(), /has the migration 9002_less, which this version does not know and cannot run with/)
  // A version that says nothing of older code is run with by itself alone.
  const silent = { '9003_silent': '-- Up Migration\nselect 1;\n' }
  await start(await version(resources, { '9001_more': ADDS, '9002_less': TAKES('9001_more'), ...silent }))
  await assert.rejects(start(second), /has the migration 9003_silent/)
})

const WHO_BLOCKS =
  /^The migration lets others go first .* It waits for .* \(process \d+ of PostgreSQL, since \d{4}-.*Z\)$/

test('a migration gives way to those who use its table, and goes on behind them', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const db = openDatabase(connection, 2)
  resources.defer(() => db.close())
  const dir = await version(resources, { '9001_more': ADDS })
  const waits = Promise.withResolvers<string>()
  const migrated = db.transaction(async tx => {
    await tx.query(sql`lock table sale in share mode`)
    const migrating = migrate(connection, dir, { say: message => waits.resolve(message) })
    assert.match(String(await Promise.race([waits.promise, migrating])), WHO_BLOCKS)
    // It has let go of its place in the queue, so that others get the table.
    await db.query(sql`select from sale limit 1`)
    return { migrating }
  })
  await (await migrated).migrating
  assert.deepEqual(await db.query(sql`select name from migration where name > '9'`), [{ name: '9001_more' }])
})

test('while the next version migrates this one starts again at once, and a migration ends when it is told to', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const db = openDatabase(connection, 2)
  resources.defer(() => db.close())
  const dir = await version(resources, {
    '9001_more': ADDS.replace('sale', 'cart'),
    '9002_again': ADDS.replaceAll('more', 'again'),
  })
  const leaving = new AbortController()
  const isFirstApplied = async () =>
    (await db.query(sql`select from migration where name = '9001_more' and runs_with = 'any'`)).at(0) ?? null
  await db.transaction(async tx => {
    await tx.query(sql`lock table sale in share mode`)
    const migrating = migrate(connection, dir, { leaving: leaving.signal })
    const ended = assert.rejects(migrating, { name: 'AbortError' })
    await until(isFirstApplied, 'the first of two migrations')
    await migrate(connection)
    leaving.abort()
    await ended
  })
  assert.deepEqual(await db.query(sql`select name from migration where name > '9'`), [{ name: '9001_more' }])
})

test('a plan is rolling if all that it applies runs with the code that is there', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const db = openDatabase(connection, 1)
  resources.defer(() => db.close())
  const isRolling = async (files: Record<string, string>) => (await planOf(db, await version(resources, files))).rolling
  assert.equal(await isRolling({ '9001_more': ADDS }), true)
  assert.equal(await isRolling({ '9002_less': TAKES('0137_older_code') }), true)
  // Code that is there knows neither what comes with it nor a name that is none, though that is a smaller one.
  assert.equal(await isRolling({ '9001_more': ADDS, '9002_less': TAKES('9001_more') }), false)
  assert.equal(await isRolling({ '9002_less': TAKES('0100_none') }), false)
  // A head stands in the second line.
  assert.equal(await isRolling({ '9003_late': '-- Up Migration\n\n-- Expand\nselect 1;\n' }), false)
})

describe('a migration that says it only adds', () => {
  const before = `create table a (b int, constraint c check (b > 0), constraint k unique (b), constraint r foreign key (b) references d);
    create index i on a (b); create unique index u on a (b);`
  const complaints = (text: string) => {
    const texts = new Map([
      ['0001_b', before],
      ['9001_a', `-- Up Migration\n-- Expand\n${text}`],
    ])
    return careless([...texts.keys()], name => texts.get(name) ?? '', []).join('\n')
  }
  const refused: [text: string, complaint: RegExp][] = [
    ['alter table a add column b int, drop column c;', /"drop column c": stop using it, release that/],
    ['drop table a;', /"drop table a": stop using it/],
    ['alter table a rename column b to c;', /"rename column b to c": add the new one/],
    ['alter table a rename to b;', /add the new one/],
    ['alter table a alter column b type bigint;', /a column of the new type beside it/],
    ['alter table a alter b set not null;', /may leave it empty/],
    ['alter table a add column b int not null;', /give it a default/],
    ['alter table a add constraint c check (b > 0);', /older code may write rows that it refuses/],
    ['create unique index i on a (b);', /older code may write rows that it refuses/],
    ['drop index u;', /needs the others/],
    ['alter table a drop constraint k;', /needs the others/],
    ['alter table a drop constraint a_pkey;', /needs the others/],
    ['drop trigger t on a;', /stop using it/],
    ['alter table a drop constraint c;', /say "-- Older code with c: <why it goes on>"/],
    ["alter table a drop constraint c, add constraint c check (b in ('x', 'y'));", /cannot read: be a Contract/],
    ['alter table a add column n int, add constraint x check (n is not null or b > 0);', /rows that it refuses/],
    ['alter table a add column n int check (n is not null);', /older code/],
    ['alter table a add column n int default 1, add constraint x check (n is null or b > 0);', /rows that it refuses/],
    ['alter table a add column n int;\ncreate unique index x on a (b) where n is null;', /rows that it refuses/],
    ['alter table a add column n int not null default 0 unique;', /rows that it refuses/],
    ['do $$ begin alter table a drop column b; end $$;', /"drop column b"/],
  ]
  const taken = [
    "create table a (b int not null);\nalter table a add constraint c check (b > 0); -- drop table x;\ninsert into a values (';');",
    'alter table a add column b int not null default 0, add column c numeric(12, 2), add column d int check (d > 0);',
    '-- Older code with c: it shows kinds that it does not know as they are\nalter table a drop constraint c, add constraint c check (b > -1);',
    'alter table a drop constraint r;',
    "alter table a add column k text not null default 'x' check (k in ('x', 'y'));",
    'alter table a add column n int, add constraint x check (n is null or d > 0);\ncreate unique index j on a (b, n);',
    'create index j on a (b);\ncreate or replace function f() returns int language sql as $$ drop table a $$;',
    'drop index i;\ncreate table z (b int);\n-- Down Migration\ndrop table z;',
  ]
  for (const [text, complaint] of refused)
    it(`is refused with ${text}`, () => assert.match(complaints(text), complaint))
  for (const text of taken) it(`may ${text}`, () => assert.equal(complaints(text), ''))
})

test('what a migration takes away, a release before it has stopped using', () => {
  const names = ['9001_stops', '9002_takes']
  const read = (name: string) => (name === '9001_stops' ? ADDS : TAKES('9001_stops'))
  const released = (last: string) => careless(names, read, [{ version: '1.0.0', last }]).join('\n')
  assert.match(careless(names, read, []).join('\n'), /9002_takes\.sql: takes away what the last release still uses/)
  assert.match(released('9000_before'), /no release before it has 9001_stops/)
  assert.match(released('9002_takes'), /no release before it has 9001_stops/)
  assert.equal(released('9001_stops'), '')
  assert.match(careless(['9002_takes'], () => TAKES('9001_stop'), []).join(), /no migration has the name 9001_stop$/)
  assert.match(careless(['9001_a'], () => '-- Up Migration\n', []).join(), /say "-- Expand" or "-- Contract/)
})

test('what is worked through row by row is told, and what is finished at once is not', () => {
  const found = (text: string) => locksOf(text).map(({ table, work }) => `${table} ${work}`)
  const published: [text: string, found: string[]][] = [
    ['alter table a add column b int;', []],
    ['alter table a add column b timestamptz not null default now();', []],
    ['alter table a add column b uuid not null default gen_random_uuid();', ['a rewrite']],
    [
      'alter table a alter column b type text, add constraint c foreign key (b) references d;',
      ['a rewrite', 'a check'],
    ],
    ['alter table a add constraint c check (b > 0) not valid;', []],
    ['alter table iam."user" add constraint c unique (b);', ['iam."user" index']],
    [
      'create index i on a (b); create index j on a (c); update a set b = 1; update a set c = 1;',
      ['a index', 'a update'],
    ],
    ['create table a (b int); create index i on a (b);', []],
    ["select keep_sealed('a', '{due_at}');", ['a rewrite']],
    ["do $$ begin execute format('drop table %I', 'a'); end $$;", ['null composed']],
  ]
  for (const [text, expected] of published) assert.deepEqual(found(text), expected, text)
})
