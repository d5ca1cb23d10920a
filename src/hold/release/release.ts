// What is held of sales until a day is released: what is still held of it, exactly once. Several gateways may find the same holds;
// under the wallets' lock only those that are open are left. A refund or a dispute that took from them before has what it took.
import type { Transaction } from '#db/postgres.ts'
import { add } from '#kernel/money.ts'
import { openBooks } from '#ledger/books.ts'
import type { Kind } from '#ledger/ledger.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { HoldsDeps } from '../feature.ts'
import { type BalanceChange, balanceEvents } from '../publish.ts'
import { type DueHold, endReleases, lockedHolds, RELEASABLE, type Releasable } from './store.ts'

/** Holds of one account whose day has come. */
export interface DueHolds {
  accountId: number
  seqs: bigint[]
}

const KIND_OF = { RESERVE: 'RESERVE_RELEASED', SETTLEMENT: 'SETTLEMENT_RELEASED' } as const satisfies Record<
  Releasable,
  Kind
>

/** How many were released for each, in their order. */
export async function releaseHolds(
  { db, clock, outbox }: Pick<HoldsDeps, 'db' | 'clock' | 'outbox'>,
  dues: DueHolds[],
): Promise<number[]> {
  const accountIds = dues.map(({ accountId }) => accountId)
  const { pendingDeliveries, holds } = await db.transaction(async tx => {
    const now = clock()
    const books = await openBooks(tx, accountIds, now)
    const keys = dues.flatMap(({ accountId, seqs }) => seqs.map(seq => ({ accountId, seq })))
    const holds = await lockedHolds(tx, keys, now)
    for (const { accountId, seq, reason, open, saleId } of holds) {
      const of = { subject: 'sale' as const, subjectId: saleId, hold: { seq, resolves: true } }
      books.mustPost(accountId, { kind: KIND_OF[reason], amount: open, ...of })
    }
    await books.write()
    const settled = holds.filter(({ reason }) => reason === 'SETTLEMENT')
    if (settled.length > 0) await endReleases(tx, settled)
    const events = await eventsOf(tx, holds, now)
    return { pendingDeliveries: (await outbox.write(tx, events, now)).flat(), holds }
  })
  outbox.send(pendingDeliveries)
  const released = Map.groupBy(holds, ({ accountId }) => accountId)
  return accountIds.map(id => released.get(id)?.length ?? 0)
}

/** One for each account and reason. Events of one account are numbered one after another. */
async function eventsOf(tx: Transaction, holds: DueHold[], now: Date): Promise<DomainEvent[]> {
  const events: DomainEvent[] = []
  for (const reason of RELEASABLE) {
    const ofReason = holds.filter(hold => hold.reason === reason)
    const changes = [...Map.groupBy(ofReason, ({ accountId }) => accountId)].map(
      ([accountId, released]): BalanceChange => ({
        accountId,
        event: 'balance.unblocked',
        reason,
        amount: add(...released.map(({ open }) => open)),
        holds: released.length,
      }),
    )
    events.push(...(await balanceEvents(tx, changes, now)))
  }
  return events
}
