// What a process has written it is handed right after the commit; what comes late, or was written under another mark, is found in the
// database. Never both, whatever the clock does in between, and never to an address that holds no more.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { openOutbox, type PendingDeliveries } from '#notification/events/outbox.ts'
import { freshDatabase } from '../gateway.ts'
import { until } from '../until.ts'
import { type Listener, listen, openAccount } from './torture/audience.ts'
import { type Engine, startEngine } from './torture/engine.ts'
import { saleEvent } from './torture/events.ts'

const WAITS_MS = [MINUTE_MS, MINUTE_MS]

describe('the hand-over of what was written', () => {
  let db: Database
  let engine: Engine
  let accountId: number
  let listener: Listener
  let events = 0n
  let ahead = 0
  let status = 200
  const posts: string[] = []
  const resources = new AsyncDisposableStack()
  const clock = () => new Date(Date.now() + ahead)

  before(async () => {
    const { connection, drop } = await freshDatabase()
    resources.defer(drop)
    db = openDatabase(connection, 5)
    resources.defer(() => db.close())
    accountId = await openAccount(db)
    listener = await listen(db, { accountId, url: 'http://receivers.test/old' })
    const post = async (url: string) => {
      posts.push(url)
      return { status, error: null, head: null, durationMs: 1 }
    }
    engine = startEngine({ db, egress: { post, close: async () => {} }, waitsMs: WAITS_MS, clock })
    resources.defer(() => engine.dispatcher.stop())
    await until(() => engine.dispatcher.epoch(), 'the engine to be there')
  })
  after(() => resources.disposeAsync())

  async function write(outbox = engine.outbox): Promise<PendingDeliveries> {
    posts.splice(0)
    const event = saleEvent({ accountId, number: ++events })
    return (await db.transaction(tx => outbox.write(tx, [event], clock()))).flat()
  }
  const isOver = async () => {
    const [row] = await db.query<{ open: number }>(sql`select count(*)::int as open from delivery where attempts = 0`)
    return row?.open === 0 || null
  }
  const over = () => until(isOver, 'it to be sent and logged')

  for (const [what, epoch] of [
    ['before the process had a mark', null],
    ['under a mark that is over', 0n],
  ] as const)
    it(`is refused of what was written ${what}: it is found at once`, async () => {
      const outbox = openOutbox({ ...engine.dispatcher, epoch: () => epoch })
      const pendingDeliveries = await write(outbox)
      engine.dispatcher.wake()
      await over()
      outbox.send(pendingDeliveries)
      assert.equal(posts.length, 1)
      await over()
    })

  it('is refused when it comes late', async () => {
    const pendingDeliveries = await write()
    await over()
    engine.outbox.send(pendingDeliveries)
    assert.equal(posts.length, 1)
    await over()
  })

  it('is refused when the receiver was changed in between: it goes to where it is now', async () => {
    const pendingDeliveries = await write()
    await db.query(sql`update webhook set url = 'http://receivers.test/new' where id = ${listener.id}`)
    engine.dispatcher.renew(listener.id)
    engine.outbox.send(pendingDeliveries)
    await over()
    assert.deepEqual(posts, ['http://receivers.test/new'])
    const next = await write()
    engine.outbox.send(next)
    assert.equal(posts.length, 1, 'what is written from then on is handed over')
    await over()
  })

  for (const [what, jumpMs] of [
    ['forward', HOUR_MS],
    ['back', -HOUR_MS],
  ] as const) {
    it(`happens once when the clock goes ${what} an hour before it`, async () => {
      const pendingDeliveries = await write()
      ahead += jumpMs
      engine.dispatcher.wake()
      engine.outbox.send(pendingDeliveries)
      await over()
      ahead -= jumpMs
      engine.dispatcher.wake()
      await over()
      assert.equal(posts.length, 1)
    })

    it(`happens once when the clock goes ${what} an hour after it, and what is put off is sent within its wait and an hour`, async () => {
      const pendingDeliveries = await write()
      status = 500
      engine.outbox.send(pendingDeliveries)
      await over()
      ahead += jumpMs
      engine.outbox.send(await write())
      await over()
      status = 200
      ahead += HOUR_MS + 2 * MINUTE_MS
      engine.dispatcher.wake()
      await until(async () => (await db.query(sql`select from delivery`)).length === 0 || null, 'everything to be over')
      assert.equal(posts.length, 3, 'one, which was written last, and both of them again')
      ahead -= jumpMs + HOUR_MS + 2 * MINUTE_MS
    })
  }

  it('is not needed: what is never handed over is found after three seconds', async () => {
    const began = performance.now()
    await write()
    await over()
    const tookMs = performance.now() - began
    assert.equal(posts.length, 1)
    assert.ok(tookMs > 2_900 && tookMs < 15 * SECOND_MS, `${tookMs} ms`)
  })
})

describe('a sender that the clock of the database has left in the future', () => {
  it('is taken out, and its lanes are read by the others', async () => {
    await using resources = new AsyncDisposableStack()
    const { connection, drop } = await freshDatabase()
    resources.defer(drop)
    const db = openDatabase(connection, 5)
    resources.defer(() => db.close())
    await db.query(sql`
      insert into sender (place, process, beat_at) values ('elsewhere', '1/1', now() + interval '1 hour')`)
    const accountId = await openAccount(db)
    const urls = Array.from({ length: 12 }, (_, n) => `http://receivers.test/${n}`)
    for (const url of urls) await listen(db, { accountId, url })
    const posts: string[] = []
    const post = async (url: string) => {
      posts.push(url)
      return { status: 200, error: null, head: null, durationMs: 1 }
    }
    const { dispatcher, outbox } = startEngine({ db, egress: { post, close: async () => {} } })
    resources.defer(() => dispatcher.stop())
    await db.transaction(tx => outbox.write(tx, [saleEvent({ accountId, number: 1n })], new Date()))
    await until(() => posts.length >= urls.length || null, 'all of them')
    assert.deepEqual(posts.toSorted(), urls.toSorted())
  })
})
