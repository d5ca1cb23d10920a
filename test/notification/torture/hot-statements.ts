// The statements of the engine that run for every delivery or read what grows without end, each sent as the engine sends it, and books of
// any size to send them to: so many open deliveries, so many in the log, of ten webhooks.
import sql from 'sql-template-tag'
import type { Database, Queryable } from '#db/postgres.ts'
import { DAY_MS, systemClock } from '#kernel/time.ts'
import { insertSender } from '#notification/backlog/sender-store.ts'
import { closeOwedTo } from '#notification/backlog/skip-store.ts'
import { lanesInBacklog, readBacklog } from '#notification/backlog/store.ts'
import { type Completion, completeAttempts } from '#notification/delivery/completion-store.ts'
import type { Delivery } from '#notification/delivery/delivery.ts'
import { countDeliveries } from '#notification/delivery-log/count-store.ts'
import { resendMissed } from '#notification/delivery-log/resend.ts'
import { insertRedelivery } from '#notification/delivery-log/resend-store.ts'
import { deliverySearch } from '#notification/delivery-log/search-store.ts'
import { listDeliveries } from '#notification/delivery-log/store.ts'
import { listEvents } from '#notification/events/pull-store.ts'
import { writeEvents } from '#notification/events/write-store.ts'
import { readFailing, START } from '#notification/webhooks/auto-disable-store.ts'
import { listen, openAccount } from './audience.ts'
import { saleEvent } from './events.ts'

export interface Shelf {
  accountIds: number[]
  webhookIds: bigint[]
  epoch: bigint
}

const WEBHOOKS = 10
const EVENTS_PER_COMMIT = 50

export async function layShelf(db: Database): Promise<Shelf> {
  const shelf: Shelf = { accountIds: [], webhookIds: [], epoch: await insertSender(db, { place: 'x', process: '0/0' }) }
  for (let n = 0; n < WEBHOOKS; n++) {
    const accountId = await openAccount(db)
    shelf.accountIds.push(accountId)
    shelf.webhookIds.push((await listen(db, { accountId, url: `http://receivers.test/${n}` })).id)
  }
  return shelf
}

/** For every twentieth event the last attempt failed. */
export async function fillShelf(
  db: Queryable,
  { accountIds }: Shelf,
  { open, logged }: Record<'open' | 'logged', number>,
) {
  const receivers = sql`(
    select webhook.account_id, webhook.id, row_number() over (order by webhook.id) - 1 as place
    from webhook where account_id = any(${accountIds}::int[])) receiver`
  const events = (count: number, from: number) => sql`
    insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
    select account_id, gen_random_uuid(), 'sale.paid', 'SALE', 'sale', n, 2, convert_to('{"id":' || n || '}', 'UTF8'),
      transaction_timestamp()
    from generate_series(${from}::int, ${from + count - 1}::int) n join ${receivers} on place = n % ${WEBHOOKS}
    order by n returning account_id, id, uid, created_at, subject_id`
  if (open > 0)
    await db.query(sql`
      with told as (${events(open, 0)})
      insert into delivery (account_id, lane, channel, webhook_id, event_id, event_created_at, due_at, created_at)
      select told.account_id, receiver.id, 'SIGNED', receiver.id, told.id, created_at, created_at, created_at
      from told join ${receivers} using (account_id)`)
  if (logged > 0)
    await db.query(sql`
      with told as (${events(logged, open)})
      insert into attempt (account_id, delivery_id, n, webhook_id, event_id, event_created_at, redelivery, outcome,
        http_status, duration_ms, delivery_created_at, created_at)
      select told.account_id, nextval('event_id'), 1, receiver.id, told.id, created_at, false,
        case subject_id / ${WEBHOOKS} % 20 when 0 then 'FAILED' else 'DELIVERED' end, 200, 1, created_at, created_at
      from told join ${receivers} using (account_id)`)
}

export type HotStatement = (db: Database, shelf: Shelf) => Promise<unknown>

const whose = ({ accountIds, webhookIds }: Shelf) => ({
  accountId: accountIds[0] as number,
  webhookId: webhookIds[0] as bigint,
})

/** No id and no number is as high. */
const BEYOND = 9_000_000_000_000_000n
const FROM_THE_FIRST = { types: null, period: { from: null, to: null }, after: 0n, upTo: BEYOND, limit: 100 }
const ROOM = 500

const readNext = (db: Database, { webhookIds, epoch }: Shelf) =>
  readBacklog(
    db,
    webhookIds.map(lane => ({ lane, after: null, room: ROOM / WEBHOOKS })),
    epoch,
    new Date(),
  )

/** Of all that is open, or of nothing where nothing is. */
async function complete(db: Database, shelf: Shelf) {
  const found = await readNext(db, shelf)
  const nobodys: Delivery[] =
    found.length > 0
      ? []
      : [{ accountId: 1, id: 1n, attempts: 0, url: 'http://x/', createdAt: new Date(0) } as Delivery]
  const at = new Date()
  const answer = { status: 200, error: null, head: 'ok', startedAt: at, durationMs: 2 }
  const completions = [...found.map(({ delivery }) => delivery), ...nobodys].map((delivery, n): Completion => {
    const verdict: Completion['verdict'] = n % 10 === 0 ? { outcome: 'RETRY', waitMs: 1 } : { outcome: 'DELIVERED' }
    return { delivery, answer, verdict, at }
  })
  return completeAttempts(db, completions, shelf.epoch)
}

const LAST_DAY = { from: new Date(Date.now() - DAY_MS), to: new Date() }

/** Each with the name that a failure gives it. */
export const HOT: Record<string, HotStatement> = {
  'the fan-out': (db, { accountIds }) => {
    const events = Array.from({ length: EVENTS_PER_COMMIT }, (_, n) =>
      saleEvent({ accountId: accountIds[n % WEBHOOKS] as number, number: BEYOND + BigInt(n) }),
    )
    const now = new Date()
    return db.transaction(tx => writeEvents(tx, events, { owner: null, leasedUntil: now, now }))
  },
  'the lanes that owe': db => lanesInBacklog(db, null, ROOM),
  'the backlog': readNext,
  'the completion': complete,
  'the log': (db, shelf) => listDeliveries(db, { ...whose(shelf), limit: 20 }),
  'the log, further down': (db, shelf) => listDeliveries(db, { ...whose(shelf), limit: 20, before: BEYOND }),
  'the log of what failed': (db, shelf) => listDeliveries(db, { ...whose(shelf), limit: 20, status: 'FAILED' }),
  'the log of what is open': (db, shelf) => listDeliveries(db, { ...whose(shelf), limit: 20, status: 'PENDING' }),
  'the log of one event': (db, shelf) => listDeliveries(db, { ...whose(shelf), limit: 20, event: 'sale.paid' }),
  'the log of one day': (db, shelf) => listDeliveries(db, { ...whose(shelf), limit: 20, period: LAST_DAY }),
  'the count of the log': (db, shelf) => countDeliveries(db, whose(shelf)),
  'the count of the log of one day': (db, shelf) => countDeliveries(db, { ...whose(shelf), period: LAST_DAY }),
  'the count of what names one customer': (db, shelf) =>
    countDeliveries(db, { ...whose(shelf), search: deliverySearch('Maria') }),
  'the pull': (db, shelf) =>
    listEvents(db, { ...FROM_THE_FIRST, ...whose(shelf), undelivered: false, carts: false, recurrences: false }),
  'the pull of what no one took': (db, shelf) =>
    listEvents(db, { ...FROM_THE_FIRST, ...whose(shelf), undelivered: true, carts: false, recurrences: false }),
  'the log of what names one customer': (db, shelf) =>
    listDeliveries(db, { ...whose(shelf), limit: 20, search: deliverySearch('Maria') }),
  'the pull of one type on one day': (db, shelf) =>
    listEvents(db, {
      ...FROM_THE_FIRST,
      ...whose(shelf),
      undelivered: false,
      carts: false,
      recurrences: false,
      types: ['sale.paid'],
      period: LAST_DAY,
    }),
  'sending one again': async (db, shelf) => {
    const { entries } = await listDeliveries(db, { ...whose(shelf), limit: 1, status: 'DELIVERED' })
    return insertRedelivery(db, whose(shelf).accountId, entries[0]?.id ?? 1n, new Date())
  },
  'sending again what was missed': (db, shelf) => {
    const { accountId, webhookId } = whose(shelf)
    return resendMissed({ db, clock: systemClock }, accountId, webhookId, { since: new Date(0) }, async () => {})
  },
  'the look at the health': db => readFailing(db, { after: START, before: systemClock(), failures: 20, limit: 100 }),
  'the closing of what is owed': db => closeOwedTo(db, { except: [], now: systemClock(), limit: 1_000 }),
}
