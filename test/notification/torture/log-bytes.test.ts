// What a delivery writes to the server's log in addition to its event, from its creation to the log of its attempt, against the same where
// rows are claimed before they are sent. Bytes are counted by the server; the same work writes the same bytes.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import { completeAttempts } from '#notification/delivery/completion-store.ts'
import type { Delivery } from '#notification/delivery/delivery.ts'
import { writeEvents } from '#notification/events/write-store.ts'
import { freshDatabase } from '../../gateway.ts'
import { saleEvent } from './events.ts'
import { layShelf, type Shelf } from './hot-statements.ts'
import { openMeter } from './meter.ts'

const BATCHES = 20
const PER_COMMIT = 50
const MAX_RATIO = 0.52
const MAX_BYTES = 650

async function publishEvents(
  db: Database,
  { accountIds }: Shelf,
  first: number,
  isHeard: boolean,
): Promise<Delivery[]> {
  const now = new Date()
  const events = Array.from({ length: PER_COMMIT }, (_, n) => ({
    ...saleEvent({ accountId: accountIds[n % accountIds.length] as number, number: BigInt(first + n) }),
    ...(isHeard ? {} : { signedEvent: null }),
  }))
  const rows = await db.transaction(tx => writeEvents(tx, events, { owner: null, leasedUntil: now, now }))
  return rows.map(
    row => ({ id: row.id, accountId: row.account_id, url: row.url, attempts: 0, createdAt: now }) as Delivery,
  )
}

async function complete(db: Database, deliveries: Delivery[], epoch: bigint): Promise<void> {
  const at = new Date()
  const answer = { status: 200, error: null, head: 'ok', startedAt: at, durationMs: 2 }
  const verdict = { outcome: 'DELIVERED' as const }
  await completeAttempts(
    db,
    deliveries.map(delivery => ({ delivery, answer, verdict, at })),
    epoch,
  )
}

const claim = (db: Database, epoch: bigint) =>
  db.query(sql`
    with due as (
      select account_id, id from delivery where due_at <= now() order by due_at, id limit ${PER_COMMIT} for update skip locked
    )
    update delivery set owner = ${epoch}, leased_until = now() + interval '15 s', due_at = now() + interval '15 s'
    from due where delivery.account_id = due.account_id and delivery.id = due.id`)

test(`a delivery writes at most ${MAX_RATIO} of what it would if rows were claimed, and at most ${MAX_BYTES} bytes`, async t => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const meter = resources.use(openMeter(connection))
  const db = openDatabase(connection, 1)
  resources.defer(() => db.close())
  const shelf = await layShelf(db)
  let events = 0

  async function bytes(life: 'fact' | 'whole' | 'claimed'): Promise<number> {
    const { walBytes } = await meter.cost(async () => {
      for (let batch = 0; batch < BATCHES; batch++, events += PER_COMMIT) {
        const deliveries = await publishEvents(db, shelf, events, life !== 'fact')
        if (life === 'claimed') await claim(db, shelf.epoch)
        if (life !== 'fact') await complete(db, deliveries, shelf.epoch)
      }
    })
    return walBytes / (BATCHES * PER_COMMIT)
  }

  await bytes('whole')
  const event = await bytes('fact')
  const ours = (await bytes('whole')) - event
  await db.query(sql`create index delivery_due on delivery (due_at, id)`)
  const claimed = (await bytes('claimed')) - event
  t.diagnostic(`${ours.toFixed(0)} bytes for each, ${claimed.toFixed(0)} where rows are claimed`)
  assert.ok(ours <= MAX_BYTES, `${ours} bytes`)
  assert.ok(ours <= MAX_RATIO * claimed, `${ours} bytes, ${claimed} where rows are claimed`)
})
