// Where the features leave their news. A feature writes facts in its own transaction and, when that has committed, hands
// what was born to the dispatcher, or waits with it until an answer has been flushed.
import type { Transaction } from '#db/postgres.ts'
import { type Delivery, leaseMsFor } from './delivery.ts'
import type { Dispatcher } from './dispatcher.ts'
import { type Fact, factUid } from './fact.ts'
import { type BornDelivery, deliveryOf, writeFacts } from './store.ts'

/** The deliveries of a fact that a transaction has written and that nobody has been told of yet. */
export type Born = Delivery[]

export interface Outbox {
  /** Writes facts in the transaction that makes them true. One answer for each fact, in their order. */
  write(tx: Transaction, facts: Fact[], now: Date): Promise<Born[]>
  /** After the commit. Where the commit is in doubt do not call it: the sweeper finds what was written. */
  send(born: Born): void
}

export function openOutbox(dispatcher: Dispatcher, receiverTimeoutMs: number): Outbox {
  const leaseMs = leaseMsFor(receiverTimeoutMs)
  return {
    async write(tx, facts, now) {
      if (facts.length === 0) return []
      const rows = await writeFacts(tx, facts, leaseMs, now)
      const ofFact = Map.groupBy(rows, row => row.event_uid)
      return facts.map(fact => (ofFact.get(factUid(fact)) ?? []).map(row => delivery(row, fact, now)))
    },
    send: born => dispatcher.take(born),
  }
}

const delivery = (row: BornDelivery, fact: Fact, now: Date): Delivery =>
  deliveryOf({
    ...row,
    event_type: fact.type,
    event_created_at: now,
    subject_version: fact.version,
    body: fact.body,
    redelivery: false,
    attempts: 0,
    created_at: now,
  })
