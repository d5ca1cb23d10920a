// Migrations take as long as they take: no limit that is meant for requests may break them off, since the next start would
// come no further.
import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/postgres.ts'
import { freshDatabase } from '../gateway.ts'

test('a migration that takes longer than any statement may, and one that waits for it, both end well', async () => {
  const { connection, drop } = await freshDatabase('template1')
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'))
  await writeFile(join(dir, '0001-slow.sql'), 'select pg_sleep(0.5); create table slow (a int);')
  const db = openDatabase(connection, 1)
  try {
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await db.query(sql`alter database ${raw(connection.database ?? '')} set ${raw(limit)} = '100ms'`)
    await Promise.all([migrate(connection, dir), migrate(connection, dir)])
    assert.deepEqual(await db.query(sql`select name from migration`), [{ name: '0001-slow' }])
  } finally {
    await db.close()
    await rm(dir, { recursive: true })
    await drop()
  }
})

const MIGRATIONS = 'migrations'
const TO_ONE_ORDER = '0045_notices_in_the_order_of_events.sql'

/** The last number of an event and the next one, where so many notices and events came before the two had one order. */
async function numbersAcross({ notices, events }: { notices: number; events: number }): Promise<[number, number]> {
  const { connection, drop } = await freshDatabase('template1')
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'))
  const db = openDatabase(connection, 1)
  try {
    const before = (await readdir(MIGRATIONS)).filter(name => name < TO_ONE_ORDER)
    for (const name of before) await cp(join(MIGRATIONS, name), join(dir, name))
    await migrate(connection, dir)
    await db.query(sql`
      insert into notice (account_id, kind, said, known, created_at)
      select (select min(id) from account), 'X', 'x', '{}', now() from generate_series(1, ${notices})`)
    const given = await db.query<{ n: bigint }>(sql`select nextval('event_id') as n from generate_series(1, ${events})`)
    await cp(join(MIGRATIONS, TO_ONE_ORDER), join(dir, TO_ONE_ORDER))
    await migrate(connection, dir)
    const [row] = await db.query<{ next: bigint }>(sql`select nextval('event_id') as next`)
    return [Number(given.at(-1)?.n), Number(row?.next)]
  } finally {
    await db.close()
    await rm(dir, { recursive: true })
    await drop()
  }
}

test('numbers of events go on behind the notices that there are, far enough for a gateway that gives some meanwhile', async () => {
  const [, next] = await numbersAcross({ notices: 50, events: 3 })
  assert.ok(next > 10_000, String(next))
})

test('numbers of events are left alone where they are ahead', async () => {
  const [last, next] = await numbersAcross({ notices: 3, events: 50 })
  assert.equal(next, last + 1)
})
