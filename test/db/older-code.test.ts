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
import { freshDatabase } from '../gateway.ts'
import { careless } from '../tidy/migrations.ts'

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
  const start = (dir?: string) => migrate(connection, dir, sentence => void spoken.push(sentence))

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

test('a migration gives way to those who use its table, and goes on behind them', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const db = openDatabase(connection, 2)
  resources.defer(() => db.close())
  const dir = await version(resources, { '9001_more': ADDS })
  const waits = Promise.withResolvers<void>()
  const migrated = db.transaction(async tx => {
    await tx.query(sql`lock table sale in share mode`)
    const migrating = migrate(connection, dir, () => waits.resolve())
    await Promise.race([waits.promise, migrating])
    // It has let go of its place in the queue, so that others get the table.
    await db.query(sql`select from sale limit 1`)
    return { migrating }
  })
  await (await migrated).migrating
  assert.deepEqual(await db.query(sql`select name from migration where name > '9'`), [{ name: '9001_more' }])
})

describe('a migration that says it only adds', () => {
  const complaints = (text: string) => careless(['9001_a'], () => `-- Up Migration\n-- Expand\n${text}`, []).join('\n')
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
    ['do $$ begin alter table a drop column b; end $$;', /"drop column b"/],
  ]
  const taken = [
    "create table a (b int not null);\nalter table a add constraint c check (b > 0); -- drop table x;\ninsert into a values (';');",
    'alter table a add column b int not null default 0, add column c numeric(12, 2), add column d int check (d > 0);',
    "alter table a drop constraint c, add constraint c check (b in ('x', 'y'));",
    'alter table a add column b int, add constraint c check (b is null or d > 0);\ncreate unique index i on a (b);',
    'create index i on a (b);\ncreate or replace function f() returns int language sql as $$ drop table a $$;',
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
  assert.match(careless(['9001_a'], () => '-- Up Migration\n', []).join(), /say "-- Expand" or "-- Contract/)
})

test('what is worked through row by row is told, and what is finished at once is not', () => {
  const found = (text: string) => locksOf(text).map(({ table, work }) => `${table} ${work}`)
  const told: [text: string, found: string[]][] = [
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
  for (const [text, expected] of told) assert.deepEqual(found(text), expected, text)
})
