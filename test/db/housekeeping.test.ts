// What a gateway removes by itself because its time is over, a minute after its start: days of notifications and of logged requests, keys, and
// mails. One gateway is waited for, with something of each.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'
import { openBank } from '../../sandbox/bank.ts'
import { openTestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { makeDay, makeRequestDay, pastDays, requestDays, utcToday } from './days.ts'
import { withTodaysDatabase } from './today.ts'

/** More than are removed at once, and one that is still in force. */
const keys = (db: Database) =>
  db.query(sql`
    insert into idempotency (account_id, route, key, ask_hash, created_at, expires_at)
    select 1000, 'POST /x', n::text, '', now() - interval '3 days', now() + (case n when 0 then 1 else -1 end) * interval '1 day'
    from generate_series(0, 2500) as n`)

/** Sent so many days ago. */
const mail = (db: Database, daysAgo: number) =>
  db.query(sql`
    insert into mail (account_id, kind, recipient, language, detail, created_at, expires_at, sent_at)
    select 1000, 'invitation', ${`${daysAgo}@example.com`}, 'en', '{}', at, at, at
    from (select now() - make_interval(days => ${daysAgo}::int) as at) given`)

/** A minute, and what a busy machine takes. */
const LATEST_MS = 180_000

test('a gateway removes what is past its time, as its operator has set, and leaves what is not', () =>
  withTodaysDatabase(async (db, connection) => {
    // Midnight may come while the gateway is waited for: the older are past their time on either day, and the younger on neither.
    const today = utcToday()
    for (const daysAgo of [6, 8]) await makeDay(db, daysAgo)
    for (const daysAgo of [1, 3]) await makeRequestDay(db, daysAgo)
    await keys(db)
    for (const daysAgo of [29, 31]) await mail(db, daysAgo)
    await using bank = {
      ...(await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })),
      [Symbol.asyncDispose]: () => bank.close(),
    }
    const env = { NOTIFICATION_DAYS: '7', REQUEST_LOG_DAYS: '2' }
    await using _gateway = await openTestGateway({ env, on: { connection, bank } })
    await until(async () => (await pastDays(db, today)).length === 2 || null, 'the older day to be dropped', LATEST_MS)
    assert.deepEqual(await pastDays(db, today), ['attempt 6', 'event 6'])
    await until(
      async () => (await requestDays(db, today)).length === 1 || null,
      'the older day of requests to be dropped',
    )
    const left = async () => (await db.query<{ key: string }>(sql`select key from idempotency`)).map(({ key }) => key)
    await until(async () => (await left()).length === 1 || null, 'the keys to be gone')
    assert.deepEqual(await left(), ['0'])
    const kept = async () =>
      (await db.query<{ recipient: string }>(sql`select recipient from mail`)).map(({ recipient }) => recipient)
    await until(async () => (await kept()).length === 1 || null, 'the mail to be gone')
    assert.deepEqual(await kept(), ['29@example.com'])
  }))
