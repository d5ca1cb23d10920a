// R12: what a delivery writes to the log of the database beyond its event, from its birth to the log of its attempt, over the
// same where rows are claimed before they are sent: found by `for update skip locked`, and put out of the others' sight for
// as long as a lease holds.
import sql from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'
import { completeAttempts } from '#notification/delivery/completion-store.ts'
import type { Delivery } from '#notification/delivery/delivery.ts'
import { writeEvents } from '#notification/events/write-store.ts'
import { clearBooks } from './backlog-made.ts'
import { type Figure, median } from './figures.ts'
import type { Infrastructure } from './infrastructure.ts'
import { eventOf } from './payments.ts'

const PER_COMMIT = 100

export async function measureWal(infrastructure: Infrastructure, pairs: number, count: number): Promise<Figure[]> {
  const { db } = infrastructure
  // Whole pages are written after each checkpoint: the moment of a checkpoint says nothing about the designs.
  await db.query(sql`alter system set full_page_writes = off`)
  await db.query(sql`select pg_reload_conf()`)
  const epoch = await enlist(db)
  const all: { ours: number; claimed: number }[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const event = await written(infrastructure, count, () => createEvents(infrastructure, count, false))
    const ours = await written(infrastructure, count, () => life(infrastructure, count, epoch, false))
    await db.query(sql`create index delivery_due on delivery (due_at, id)`)
    const claimed = await written(infrastructure, count, () => life(infrastructure, count, epoch, true))
    await db.query(sql`drop index delivery_due`)
    all.push({ ours: ours - event, claimed: claimed - event })
  }
  await db.query(sql`delete from sender where epoch = ${epoch}`)
  await db.query(sql`alter system reset full_page_writes`)
  await db.query(sql`select pg_reload_conf()`)
  const bytes = (which: 'ours' | 'claimed') => median(all.map(pair => pair[which])).toFixed(0)
  const note = `${bytes('ours')} bytes, ${bytes('claimed')} where rows are claimed`
  return [{ name: 'R12', values: all.map(({ ours, claimed }) => ours / claimed), note }]
}

async function enlist(db: Database): Promise<bigint> {
  const [row] = await db.query<{ epoch: bigint }>(sql`
    insert into sender (place, process, beat_at) values ('bench', 'wal', now()) returning epoch`)
  return (row as { epoch: bigint }).epoch
}

/** Bytes for each of `count`. */
async function written({ db }: Infrastructure, count: number, work: () => Promise<unknown>): Promise<number> {
  await clearBooks(db)
  const before = await position(db)
  await work()
  return ((await position(db)) - before) / count
}

async function position(db: Database): Promise<number> {
  const [row] = await db.query<{ at: number }>(sql`select (pg_current_wal_insert_lsn() - '0/0')::float8 as at`)
  return row?.at ?? Number.NaN
}

/** The events, and their deliveries unless no webhook listens. */
async function createEvents({ db, accountIds }: Infrastructure, count: number, heard: boolean): Promise<Delivery[][]> {
  const deliveries: Delivery[][] = []
  for (let n = 0; n < count; n += PER_COMMIT) {
    const now = new Date()
    const events = Array.from({ length: PER_COMMIT }, (_, i) => ({
      ...eventOf(accountIds[(n + i) % accountIds.length] as number, BigInt(n + i)),
      ...(heard ? {} : { signedEvent: null }),
    }))
    const pendingDeliveries = await db.transaction(tx =>
      writeEvents(tx, events, { owner: null, leasedUntil: now, now }),
    )
    deliveries.push(
      pendingDeliveries.map(
        row => ({ id: row.id, accountId: row.account_id, url: row.url, attempts: 0, createdAt: now }) as Delivery,
      ),
    )
  }
  return deliveries
}

async function life(infrastructure: Infrastructure, count: number, epoch: bigint, claimed: boolean): Promise<void> {
  const deliveries = await createEvents(infrastructure, count, true)
  for (const batch of deliveries) {
    if (claimed) await claim(infrastructure.db, batch.length, epoch)
    const at = new Date()
    const answer = { status: 200, error: null, head: 'ok', durationMs: 2 }
    const completions = batch.map(delivery => ({ delivery, answer, verdict: { outcome: 'DELIVERED' as const }, at }))
    await completeAttempts(infrastructure.db, completions, epoch)
  }
}

const claim = (db: Database, count: number, epoch: bigint) =>
  db.query(sql`
    with due as (
      select account_id, id from delivery where due_at <= now() order by due_at, id limit ${count} for update skip locked
    )
    update delivery set owner = ${epoch}, leased_until = now() + interval '15 s', due_at = now() + interval '15 s'
    from due where delivery.account_id = due.account_id and delivery.id = due.id`)
