// Where the features publish their events. A feature writes events in its own transaction and, when that has committed, hands the
// pending deliveries to the dispatcher, or waits with it until an answer has been flushed.
import type { Transaction } from '#db/postgres.ts'
import { belonging } from '#kernel/concurrency/observed.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { NewDelivery } from '../delivery/delivery.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import { type DomainEvent, eventUid } from './event.ts'
import { type PendingDelivery, writeEvents } from './write-store.ts'

/** The deliveries of an event that a transaction has written and that were not handed over yet. */
export type PendingDeliveries = NewDelivery[]

export interface Outbox {
  /** Writes events in the transaction that makes them true. One answer for each event, in their order. */
  write(tx: Transaction, events: DomainEvent[], now: Date): Promise<PendingDeliveries[]>
  /** After the commit. Where the commit is in doubt do not call it: what was written is found in the database. */
  send(pendingDeliveries: PendingDeliveries): void
}

/**
 * For so long no other process looks at what was created here, while this one is alive. By then it has sent it and logged that,
 * or released it: two seconds for the hand-over, two more in memory, and ten for the attempt.
 */
const LEASE_MS = 15 * SECOND_MS

/** What else is written about events in their transaction. */
export type Beside = (tx: Transaction, events: DomainEvent[], now: Date) => Promise<void>

/** `committed` is called whenever something has been handed over, also where nobody is owed a delivery of it. */
export function openOutbox(
  dispatcher: Pick<Dispatcher, 'epoch' | 'take'>,
  committed = () => {},
  beside: Beside = async () => {},
): Outbox {
  return {
    async write(tx, events, now) {
      if (events.length === 0) return []
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      const owner = dispatcher.epoch()
      const [rows] = await Promise.all([writeEvents(tx, events, { owner, leasedUntil, now }), beside(tx, events, now)])
      const byEvent = Map.groupBy(rows, row => row.event_uid)
      return events.map(event => (byEvent.get(eventUid(event)) ?? []).map(row => newDelivery(row, event, owner, now)))
    },
    send(pendingDeliveries) {
      dispatcher.take(pendingDeliveries)
      committed()
    },
  }
}

const newDelivery = (row: PendingDelivery, event: DomainEvent, owner: bigint | null, now: Date): NewDelivery => ({
  owner,
  accountId: row.account_id,
  id: row.id,
  lane: row.lane,
  channel: row.channel,
  webhookId: row.webhook_id,
  url: row.url,
  signing: {
    secretSealed: row.secret_sealed,
    nextSealed: row.next_secret_sealed,
    nextFrom: row.next_secret_from,
    standardHeaders: row.standard_headers,
  },
  retryPolicy: row.retry_policy,
  eventId: row.event_id,
  eventUid: row.event_uid,
  eventType: event.type,
  sequence: event.version,
  body: event.body,
  redelivery: false,
  attempts: 0,
  createdAt: now,
  origin: belonging.getStore(),
})
