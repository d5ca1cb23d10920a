// The partitions of the days to come: made whatever is in the default partition, and by several processes at once.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { makePartitions } from '#db/migrate.ts'
import type { Database } from '#db/postgres.ts'
import { withTodaysDatabase } from './today.ts'

const DAYS = 8

/** event_20260131 and attempt_20260131 for the day in so many days. */
async function namesOf(db: Database, daysAhead: number): Promise<{ event: string; attempt: string; noon: Date }> {
  const [row] = await db.query<{ day: string; noon: Date }>(sql`
    select to_char(day, 'YYYYMMDD') as day, day::timestamp at time zone 'UTC' + interval '12 hours' as noon
    from (select (now() at time zone 'UTC')::date + ${daysAhead}::int as day) given`)
  assert.ok(row)
  return { event: `event_${row.day}`, attempt: `attempt_${row.day}`, noon: row.noon }
}

const partitions = (db: Database) =>
  db.query<{ name: string }>(sql`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent in ('event'::regclass, 'attempt'::regclass) order by name`)

const insertEvent = (db: Database, at: Date) =>
  db.query(sql`
    insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
    values (1, ${randomUUID()}::uuid, 'sale.paid', 'SALE', 'sale', 1, 1, ${Buffer.from('{}')}, ${at})`)

const insertAttempt = (db: Database, at: Date) =>
  db.query(sql`
    insert into attempt (account_id, delivery_id, n, url, event_id, event_created_at, redelivery, outcome, duration_ms,
      delivery_created_at, created_at)
    values (1, 1, 1, 'http://x', 1, ${at}, false, 'DELIVERED', 1, ${at}, ${at})`)

const placesOf = (db: Database) =>
  db.query<{ event: string; attempt: string }>(sql`
    select (select string_agg(tableoid::regclass::text, ' ') from event) as event,
      (select string_agg(tableoid::regclass::text, ' ') from attempt) as attempt`)

test('a day whose rows are in the default partition gets its own, with those rows, and so do the others', () =>
  withTodaysDatabase(async db => {
    const before = await partitions(db)
    assert.equal(before.length, 2 * (DAYS + 1))
    const [early, late] = [await namesOf(db, 3), await namesOf(db, DAYS - 1)]
    for (const { event, attempt } of [early, late]) await db.query(raw(`drop table ${event}, ${attempt}`))
    await insertEvent(db, early.noon)
    await insertAttempt(db, early.noon)
    assert.deepEqual({ ...(await placesOf(db))[0] }, { event: 'event_default', attempt: 'attempt_default' })

    await makePartitions(db)
    assert.deepEqual(await partitions(db), before)
    assert.deepEqual({ ...(await placesOf(db))[0] }, { event: early.event, attempt: early.attempt })
  }))

test('a partition that was made around such rows is like any other', () =>
  withTodaysDatabase(async db => {
    const { event, noon } = await namesOf(db, 3)
    const shapeOf = async () => {
      const indexes = await db.query(sql`
        select indexdef from pg_indexes where tablename = ${event} order by indexdef`)
      const triggers = await db.query(sql`
        select tgname from pg_trigger where tgrelid = ${event}::regclass order by tgname`)
      return { indexes, triggers }
    }
    const usual = await shapeOf()
    assert.equal(usual.triggers.length, 2)
    await db.query(raw(`drop table ${event}`))
    await insertEvent(db, noon)
    await makePartitions(db)
    assert.deepEqual(await shapeOf(), usual)
    await assert.rejects(db.query(sql`update event set type = 'sale.refused'`))
    await insertEvent(db, noon)
    assert.deepEqual((await placesOf(db))[0]?.event, `${event} ${event}`)
  }))

test('rows of days that are not due yet stay where they are', () =>
  withTodaysDatabase(async db => {
    const { noon } = await namesOf(db, 400)
    await insertEvent(db, noon)
    await makePartitions(db)
    assert.deepEqual((await placesOf(db))[0]?.event, 'event_default')
  }))

test('several processes may make them at once', () =>
  withTodaysDatabase(async db => {
    const before = await partitions(db)
    const { event, attempt } = await namesOf(db, 5)
    await db.query(raw(`drop table ${event}, ${attempt}`))
    await Promise.all(Array.from({ length: 4 }, () => makePartitions(db)))
    assert.deepEqual(await partitions(db), before)
  }))
