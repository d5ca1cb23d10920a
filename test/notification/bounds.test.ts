// What is kept in memory is bounded, whatever there is: receivers that come and go, hosts that fail once, backlogs, large bodies.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import type { NewDelivery } from '#notification/delivery/delivery.ts'
import { recordAnswer } from '#notification/delivery/lane.ts'
import { openWaiting } from '#notification/delivery/queue.ts'
import { freshDatabase } from '../gateway.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'
import { listen, openAccount } from './torture/audience.ts'
import { startEngine } from './torture/engine.ts'

const MIB = 1024 * 1024
const LATER_MS = 6_000

function scene() {
  const state = { reads: true }
  const sender = { epoch: () => 1n, reads: () => state.reads }
  const clock = () => new Date()
  const waiting = openWaiting({ clock, sender, takes: () => true, offer: () => {} })
  const room = waiting.room()
  let ids = 0n
  const pendingDeliveries = (lane: bigint, bytes = 100) =>
    ({ id: ++ids, lane, owner: 1n, createdAt: clock(), body: { length: bytes } }) as NewDelivery
  return {
    state,
    waiting,
    pendingDeliveries,
    room,
    lanes: () => [...waiting.lanes()],
    take: (lane: bigint, count: number, bytes?: number) =>
      waiting.take(Array.from({ length: count }, () => pendingDeliveries(lane, bytes))),
  }
}

describe('what is kept in memory', () => {
  it('is nothing after ten thousand receivers have come and gone', () => {
    const { waiting, take, lanes, room } = scene()
    waiting.reading()
    for (let lane = 1n; lane <= 10_000n; lane++) {
      take(lane, 1)
      waiting.renew(lane)
    }
    assert.deepEqual([lanes().length, waiting.room()], [0, room])
  })

  slow('is at most twenty thousand receivers that failed lately, and none of them after an hour', () => {
    const { waiting, take, lanes } = scene()
    const failed = { status: 500, error: null, head: null, startedAt: new Date(), durationMs: 1 }
    for (let lane = 1n; lane <= 30_000n; lane++) recordAnswer(waiting.laneOf(lane), failed, 0, 0)
    waiting.tend(1)
    assert.equal(lanes().length, 20_000)
    take(1n, 1)
    waiting.tend(3_600_001)
    waiting.tend(3_600_002)
    assert.ok(lanes().length <= 1)
  })

  it('is no lane for ever that another process reads, although it had no room', () => {
    const { state, waiting, take, lanes } = scene()
    state.reads = false
    take(7n, 5_000)
    assert.equal(lanes()[0]?.ready.length, 1_000)
    for (const passes of [1, 2]) waiting.tend(performance.now() + passes * LATER_MS)
    assert.deepEqual(lanes(), [])
  })

  it('is no lane for ever that was full when another process was given it', () => {
    const { state, waiting, take, lanes } = scene()
    take(7n, 1_001)
    lanes()[0]?.ready.splice(0)
    assert.equal(lanes()[0]?.hasBacklog, true)
    state.reads = false
    waiting.changed()
    waiting.tend(performance.now())
    assert.deepEqual(lanes(), [])
  })

  slow('is dropped when others are given the lane, but for what was written here', () => {
    const { state, waiting, take, pendingDeliveries, lanes } = scene()
    waiting.reading()
    waiting.found([pendingDeliveries(7n), pendingDeliveries(7n)])
    take(7n, 3)
    state.reads = false
    waiting.changed()
    assert.equal(lanes()[0]?.ready.length, 3)
  })

  slow('is nothing of a reading during which others came or went', () => {
    const { waiting, pendingDeliveries, lanes } = scene()
    waiting.reading()
    waiting.changed()
    waiting.found([pendingDeliveries(7n)])
    assert.equal(lanes()[0]?.ready.length, 0)
  })

  it('is twenty thousand deliveries of those who are owed much, and there is room left for who is owed little', () => {
    const { waiting, take, lanes } = scene()
    for (let lane = 1n; lane <= 100n; lane++) take(lane, 1_000)
    const held = () => lanes().reduce((sum, { ready }) => sum + ready.length, 0)
    assert.ok(held() >= 20_000 && held() < 20_400, `${held()}`)
    take(1_000n, 1)
    assert.equal(waiting.laneOf(1_000n).ready.length, 1)
  })

  slow('is a bounded size, where bodies are large', () => {
    const { take, lanes } = scene()
    for (let lane = 1n; lane <= 50n; lane++) take(lane, 1_000, MIB / 4)
    const bytes = lanes().reduce((sum, { ready }) => sum + ready.reduce((all, { body }) => all + body.length, 0), 0)
    assert.ok(bytes <= 320 * MIB, `${bytes / MIB} MiB`)
  })
})

describe('a backlog of large bodies', () => {
  it('is read a little at a time', async () => {
    await using resources = new AsyncDisposableStack()
    const { connection, drop } = await freshDatabase()
    resources.defer(drop)
    const real = openDatabase(connection, 5)
    resources.defer(() => real.close())
    const accountId = await openAccount(real)
    const readings: number[] = []
    const db: Database = {
      ...real,
      async query<Row>(statement: Parameters<Database['query']>[0]) {
        const rows = await real.query<Row>(statement)
        const bodies = (rows as { body?: string }[]).map(({ body }) => body?.length ?? 0)
        const bytes = bodies.reduce((sum, length) => sum + length, 0)
        if (bytes > 0) readings.push(bytes)
        return rows
      },
    }
    const ids: bigint[] = []
    for (let n = 0; n < 60; n++) ids.push((await listen(real, { accountId, url: `http://receivers.test/${n}` })).id)
    await real.query(sql`
      with fact as (
        insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
        values (${accountId}, gen_random_uuid(), 'sale.paid', 'SALE', 'sale', 1, 1, convert_to(repeat('0', ${MIB / 4}), 'UTF8'), now())
        returning id, created_at
      )
      insert into delivery (account_id, lane, channel, webhook_id, event_id, event_created_at, due_at, created_at)
      select ${accountId}, webhook_id, 'SIGNED', webhook_id, id, created_at, now(), now()
      from fact, unnest(${ids}::bigint[]) webhook_id, generate_series(1, 40)`)
    let posts = 0
    const post = async () => {
      posts++
      return { status: 200, error: null, head: null, durationMs: 1 }
    }
    const { dispatcher } = startEngine({ db, egress: { post, close: async () => {} } })
    resources.defer(() => dispatcher.stop())
    await until(() => posts >= 60 * 40 || null, 'all of them')
    assert.equal(posts, 60 * 40)
    assert.ok(Math.max(...readings) <= 64 * MIB, `${Math.max(...readings) / MIB} MiB at once`)
  })
})
