// Where the features leave their news. A feature writes facts in its own transaction and, when that has committed, hands
// what was born to the dispatcher, or waits with it until an answer has been flushed.
import type { Transaction } from '#db/postgres.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { NewDelivery } from './delivery.ts'
import type { Dispatcher } from './dispatcher.ts'
import { type Fact, factUid } from './fact.ts'
import { type BornDelivery, writeFacts } from './fact-store.ts'

/** The deliveries of a fact that a transaction has written and that nobody has been told of yet. */
export type Born = NewDelivery[]

export interface Outbox {
  /** Writes facts in the transaction that makes them true. One answer for each fact, in their order. */
  write(tx: Transaction, facts: Fact[], now: Date): Promise<Born[]>
  /** After the commit. Where the commit is in doubt do not call it: what was written is found in the database. */
  send(born: Born): void
}

/**
 * For so long no other process looks at what was born here, while this one is alive. By then it has sent it and logged that, or let
 * it go: two seconds for the hand-over, two more in memory, and ten for the attempt.
 */
const LEASE_MS = 15 * SECOND_MS

/** What else is written about facts in their transaction. */
export type Beside = (tx: Transaction, facts: Fact[], now: Date) => Promise<void>

/** `committed` is called whenever something has been handed over, also where nobody is owed a delivery of it. */
export function openOutbox(
  dispatcher: Pick<Dispatcher, 'epoch' | 'take'>,
  committed = () => {},
  beside: Beside = async () => {},
): Outbox {
  return {
    async write(tx, facts, now) {
      if (facts.length === 0) return []
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      const owner = dispatcher.epoch()
      const [rows] = await Promise.all([writeFacts(tx, facts, { owner, leasedUntil, now }), beside(tx, facts, now)])
      const ofFact = Map.groupBy(rows, row => row.event_uid)
      return facts.map(fact => (ofFact.get(factUid(fact)) ?? []).map(row => newDelivery(row, fact, owner, now)))
    },
    send(born) {
      dispatcher.take(born)
      committed()
    },
  }
}

const newDelivery = (row: BornDelivery, fact: Fact, owner: bigint | null, now: Date): NewDelivery => ({
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
  eventType: fact.type,
  sequence: fact.version,
  body: fact.body,
  redelivery: false,
  attempts: 0,
  createdAt: now,
})
