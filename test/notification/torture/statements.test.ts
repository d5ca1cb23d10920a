// What a delivery costs the database: how many statements, counted where the engine sends them, and how many bytes in the server's log.
// Many deliveries share a statement, or the engine is slow. Receivers answer at once, so that the engine is never the one that waits.
import assert from 'node:assert/strict'
import test from 'node:test'
import { type Database, openDatabase, type Transaction } from '#db/postgres.ts'
import type { Egress } from '#http/egress/egress.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { freshDatabase } from '../../gateway.ts'
import { until } from '../../until.ts'
import { owed } from '../backlog.ts'
import { listen, openAccount } from './audience.ts'
import { startEngine } from './engine.ts'
import { saleEvent } from './events.ts'
import { openDeliveries } from './load.ts'

const MAX_PER_DELIVERY = 0.02
const MAX_PER_DELIVERY_AT_A_RATE = 0.15
const PER_SECOND = 200
const FOR_MS = 2_500
const IN_ALL = (PER_SECOND * FOR_MS) / SECOND_MS
const WEBHOOKS = 10
const EACH = 500
const EVENTS_PER_COMMIT = 50
const ENDS_MS = 40_000

interface Counted {
  db: Database
  statements: () => number
}

/** A transaction counts with its BEGIN and its COMMIT. */
function counted(db: Database): Counted {
  let statements = 0
  const query: Database['query'] = statement => {
    statements++
    return db.query(statement)
  }
  return {
    db: {
      query,
      transaction(work) {
        statements += 2
        const counting = (tx: Transaction): Transaction => ({
          inTransaction: true,
          query(statement) {
            statements++
            return tx.query(statement)
          },
        })
        return db.transaction(tx => work(counting(tx)))
      },
      close: db.close,
    },
    statements: () => statements,
  }
}

const takesAll = (posted: { count: number }): Egress => ({
  async post() {
    posted.count++
    return { status: 200, error: null, head: 'ok', durationMs: 1 }
  },
  close: async () => {},
})

async function openInfrastructure() {
  const resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const plain = openDatabase(connection, 8)
  resources.defer(() => plain.close())
  const places: { accountId: number; webhookId: number }[] = []
  for (let n = 0; n < WEBHOOKS; n++) {
    const accountId = await openAccount(plain)
    const { id } = await listen(plain, { accountId, url: `http://receivers.test/${n}` })
    places.push({ accountId, webhookId: Number(id) })
  }
  return { plain, places, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

const allDelivered = (db: Database) =>
  until(async () => (await openDeliveries(db)) === 0 || null, 'everything to be sent', ENDS_MS)

test(`a backlog costs at most ${MAX_PER_DELIVERY} statements for each delivery`, async t => {
  await using infrastructure = await openInfrastructure()
  for (const place of infrastructure.places) await owed({ db: infrastructure.plain }, { ...place, count: EACH })
  const posted = { count: 0 }
  const { db, statements } = counted(infrastructure.plain)
  const { dispatcher } = startEngine({ db, egress: takesAll(posted), waitsMs: [SECOND_MS] })
  await allDelivered(infrastructure.plain)
  const each = statements() / posted.count
  await dispatcher.stop()
  t.diagnostic(`${statements()} statements for ${posted.count} deliveries: ${each.toFixed(4)}`)
  assert.equal(posted.count, WEBHOOKS * EACH)
  assert.ok(each <= MAX_PER_DELIVERY, `${each} for each`)
})

test('so does what the process has written itself, apart from the writing', async t => {
  await using infrastructure = await openInfrastructure()
  const posted = { count: 0 }
  const { db, statements } = counted(infrastructure.plain)
  const { dispatcher, outbox } = startEngine({ db, egress: takesAll(posted), waitsMs: [SECOND_MS] })
  await until(() => dispatcher.epoch(), 'the engine to be there')
  for (let first = 0; first < WEBHOOKS * EACH; first += EVENTS_PER_COMMIT) {
    const events = Array.from({ length: EVENTS_PER_COMMIT }, (_, n) =>
      saleEvent({
        accountId: infrastructure.places[(first + n) % WEBHOOKS]?.accountId ?? 0,
        number: BigInt(first + n),
      }),
    )
    outbox.send((await infrastructure.plain.transaction(tx => outbox.write(tx, events, new Date()))).flat())
  }
  await allDelivered(infrastructure.plain)
  const each = statements() / posted.count
  await dispatcher.stop()
  t.diagnostic(`${statements()} statements for ${posted.count} deliveries: ${each.toFixed(4)}`)
  assert.equal(posted.count, WEBHOOKS * EACH, 'each was sent once')
  assert.ok(each <= MAX_PER_DELIVERY, `${each} for each`)
})

test(`at ${PER_SECOND} a second it is at most ${MAX_PER_DELIVERY_AT_A_RATE}, the heartbeat and the looks for a backlog included`, async t => {
  await using infrastructure = await openInfrastructure()
  const posted = { count: 0 }
  const { db, statements } = counted(infrastructure.plain)
  const { dispatcher, outbox } = startEngine({ db, egress: takesAll(posted), waitsMs: [SECOND_MS] })
  await until(() => dispatcher.epoch(), 'the engine to be there')
  const before = statements()
  const startedAt = performance.now()
  let emitted = 0
  await until(async () => {
    const due = (Math.min(performance.now() - startedAt, FOR_MS) * PER_SECOND) / SECOND_MS
    const events = Array.from({ length: Math.floor(due) - emitted }, (_, n) =>
      saleEvent({ accountId: infrastructure.places[n % WEBHOOKS]?.accountId ?? 0, number: BigInt(emitted + n) }),
    )
    emitted += events.length
    outbox.send((await infrastructure.plain.transaction(tx => outbox.write(tx, events, new Date()))).flat())
    return emitted === IN_ALL || null
  }, 'all to be written')
  await allDelivered(infrastructure.plain)
  const each = (statements() - before) / posted.count
  await dispatcher.stop()
  t.diagnostic(`${statements() - before} statements for ${posted.count} deliveries: ${each.toFixed(4)}`)
  assert.equal(posted.count, IN_ALL)
  assert.ok(each <= MAX_PER_DELIVERY_AT_A_RATE, `${each} for each`)
})
