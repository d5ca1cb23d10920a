// `porteira migrate`: what an update will do to the database, told before, and done apart from a start.
import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/postgres.ts'
import { freshDatabase } from '../gateway.ts'
import { slow } from '../long.ts'
import { environmentOf, porteira } from './run.ts'

/** A database as a version left it that had no migration from this one on. */
async function databaseBefore(resources: AsyncDisposableStack, name: string) {
  const { connection, drop } = await freshDatabase('template1')
  resources.defer(drop)
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'))
  resources.defer(() => rm(dir, { recursive: true }))
  for (const file of await readdir('migrations')) if (file < name) await cp(join('migrations', file), join(dir, file))
  await migrate(connection, dir)
  const db = openDatabase(connection, 1)
  resources.defer(() => db.close())
  return { connection, db, env: environmentOf({ connection }) }
}

test('the plan says what is to be applied and changes nothing; migrate applies it; then there is nothing left', async () => {
  await using resources = new AsyncDisposableStack()
  const { db, env } = await databaseBefore(resources, '0120')
  const plan = await porteira(['migrate', '--plan'], env)
  assert.deepEqual([plan.code, plan.err], [0, ''])
  assert.match(
    plan.out,
    /^The schema is that of 0118_mail_of_cards\. \d+ migrations will be applied:\n\n0120_test_accounts\n/,
  )
  assert.match(plan.out, /\n {4}account \(about \d+ rows, 1 MB\): it is written anew, and neither read nor written/)
  assert.match(plan.out, /\n0137_older_code\n {4}Which code can run .*\n {4}only code that knows it runs with it\n/)
  assert.match(
    plan.out,
    /\nStop every gateway of the version before first: .*\nNo table that is large is locked for long\.\n$/,
  )
  assert.deepEqual(await db.query(sql`select name from migration where name > '0119'`), [])

  const { code, out } = await porteira(['migrate'], env)
  assert.equal(code, 0)
  assert.match(out, /^\d+ migrations applied\. The schema is up to date\.\n$/)
  assert.deepEqual(await db.query(sql`select runs_with from migration where name = '0137_older_code'`), [
    { runs_with: null },
  ])
  assert.equal((await porteira(['migrate', '--plan'], env)).out, 'The schema is up to date.\n')
})

test('what the options of migrate may not be together', async () => {
  assert.equal((await porteira(['migrate', '--json'])).code, 2)
})

slow('as JSON the plan tells that code from before 0137 has to be stopped', async () => {
  await using resources = new AsyncDisposableStack()
  const { env } = await databaseBefore(resources, '0137')
  const plan = JSON.parse((await porteira(['migrate', '--plan', '--json'], env)).out)
  assert.deepEqual([plan.from, plan.rolling, plan.locksLong], ['0128_alert_channels', false, false])
  const { name, kind, runsWith, locks } = plan.migrations[0]
  assert.deepEqual([name, kind, runsWith, locks], ['0137_older_code', null, null, []])
})

slow('a large table that is locked for long is marked in the plan, and said before it is locked', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, db, env } = await databaseBefore(resources, '0120')
  await db.query(sql`alter table account add column ballast text, alter column ballast set storage external`)
  await db.query(sql`
    update account set ballast = (select string_agg(gen_random_uuid()::text, '') from generate_series(1, 2000000))
    where id = 1000`)
  const { out } = await porteira(['migrate', '--plan'], env)
  assert.match(out, /\n {2}! account \(about \d+ rows, [67]\d MB\): it is written anew, and neither read/)
  assert.match(out, /\nLocked for long, marked with !: account\. Choose a quiet hour\.\n$/)
  const spoken: string[] = []
  await migrate(connection, undefined, { say: sentence => void spoken.push(sentence) })
  assert.match(spoken.join('\n'), /^The migration 0120_test_accounts locks account \(about \d+ rows, [67]\d MB\): /)
})
