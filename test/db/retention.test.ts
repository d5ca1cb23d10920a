// What is past its retention is dropped by the day, never delays others, and takes with it what was still to be sent.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test from 'node:test'
import pg from 'pg'
import sql from 'sql-template-tag'
import { dropPastDays } from '#db/by-day/past-days.ts'
import type { Database } from '#db/postgres.ts'
import { readBacklog } from '#notification/backlog/store.ts'
import { dropPastNotifications } from '#notification/events/retention-store.ts'
import { makeDay, makeRequestDay, pastDays, requestDays } from './days.ts'
import { withTodaysDatabase } from './today.ts'

const insertEvent = (db: Database, daysAgo: number) =>
  db.query<{ id: bigint; uid: string; created_at: Date }>(sql`
    insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
    values (1000, ${randomUUID()}::uuid, 'sale.paid', 'SALE', 'sale', 1, 1, ${Buffer.from('{}')},
      date_trunc('milliseconds', now()) - make_interval(days => ${daysAgo}::int))
    returning id, uid, created_at`)

const insertAttempt = (db: Database, daysAgo: number) =>
  db.query(sql`
    insert into attempt (account_id, delivery_id, n, url, event_id, event_created_at, redelivery, outcome, duration_ms,
      delivery_created_at, created_at)
    select 1000, 1, 1, 'http://x', 1, at, false, 'DELIVERED', 1, at, at
    from (select now() - make_interval(days => ${daysAgo}::int) as at) given`)

test('days before the first one that is kept are dropped, with their events and attempts', () =>
  withTodaysDatabase(async db => {
    for (const daysAgo of [1, 89, 90, 91, 92, 400]) {
      await makeDay(db, daysAgo)
      await insertEvent(db, daysAgo)
      await insertAttempt(db, daysAgo)
    }
    assert.equal(await dropPastNotifications(db, 90), true)
    assert.deepEqual(await pastDays(db), ['attempt 1', 'attempt 89', 'attempt 90', 'event 1', 'event 89', 'event 90'])
    const [left] = await db.query<{ events: number; attempts: number }>(sql`
      select (select count(*)::int from event) as events, (select count(*)::int from attempt) as attempts`)
    assert.deepEqual({ ...left }, { events: 3, attempts: 3 })
    assert.equal(await dropPastNotifications(db, 90), true)
    assert.equal(await dropPastNotifications(db, 7), true)
    assert.deepEqual(await pastDays(db), ['attempt 1', 'event 1'])
  }))

test('so are old rows that have no day of their own, and young ones stay', () =>
  withTodaysDatabase(async db => {
    for (const daysAgo of [89, 91, 1_000]) {
      await insertEvent(db, daysAgo)
      await insertAttempt(db, daysAgo)
    }
    await dropPastNotifications(db, 90)
    const [left] = await db.query<{ events: number; attempts: number }>(sql`
      select (select count(*)::int from event_default) as events, (select count(*)::int from attempt_default) as attempts`)
    assert.deepEqual({ ...left }, { events: 1, attempts: 1 })
  }))

test('a day that is in use is left for another hour, and nothing waits for it', () =>
  withTodaysDatabase(async (db, connection) => {
    for (const daysAgo of [95, 96]) await makeDay(db, daysAgo)
    const reader = new pg.Client(connection)
    await reader.connect()
    await reader.query('begin')
    await reader.query('select count(*) from event')
    const begun = performance.now()
    const dropping = dropPastNotifications(db, 90)
    // The money: it may wait for the drop for a moment only.
    await insertEvent(db, 0)
    assert.ok(performance.now() - begun < 20_000)
    assert.equal(await dropping, false)
    assert.ok((await pastDays(db)).includes('event 95'))
    await reader.query('commit')
    await reader.end()
    assert.equal(await dropPastNotifications(db, 90), true)
    assert.deepEqual(await pastDays(db), [])
  }))

test('what is owed of an event that is gone is dropped when it is found; of a young one it stays', () =>
  withTodaysDatabase(async db => {
    const now = new Date()
    await makeDay(db, 91)
    const [old] = await insertEvent(db, 91)
    const [young] = await insertEvent(db, 1)
    const [kept] = await insertEvent(db, 0)
    assert.ok(old && young && kept)
    for (const { id, created_at } of [old, young, kept])
      await db.query(sql`
        insert into delivery (account_id, lane, channel, url, event_id, event_created_at, due_at, created_at)
        values (1000, -5, 'POSTBACK', 'http://x/', ${id}, ${created_at}, ${now}, ${now})`)
    await dropPastNotifications(db, 90)
    await db.query(sql`delete from event where id = ${young.id}`)
    const want = { lane: -5n, after: null, room: 10 }
    const found = await readBacklog(db, [want], 1n, now)
    assert.deepEqual(
      found.map(({ delivery }) => delivery.eventId),
      [kept.id],
    )
    const left = await db.query<{ event_id: bigint }>(sql`select event_id from delivery order by event_id`)
    assert.deepEqual(
      left.map(row => row.event_id),
      [young.id, kept.id],
    )
  }))

test('logged requests have days of their own, and their own time', () =>
  withTodaysDatabase(async db => {
    for (const daysAgo of [1, 30, 31, 400]) {
      await makeRequestDay(db, daysAgo)
      await makeDay(db, daysAgo)
    }
    assert.equal(await dropPastDays(db, ['request_log'], 30), true)
    assert.equal((await requestDays(db)).length, 2)
    assert.equal((await pastDays(db)).length, 8)
    assert.equal(await dropPastDays(db, ['request_log'], 0), true)
    assert.deepEqual(await requestDays(db), [])
  }))
