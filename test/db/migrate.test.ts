// Migrations take as long as they take: no limit that is meant for requests may break them off, since the next start would
// come no further.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/postgres.ts'
import { freshDatabase } from '../house.ts'

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
