// A reserve is released: what is still held of it, exactly once. Several gateways may find the same ones; under the wallets' lock
// only those that are open are left. A refund or a dispute that took from them before has what it took.
import type { Database } from '#db/postgres.ts'
import { add } from '#kernel/money.ts'
import type { Clock } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import { type BalanceChange, balanceEvents } from '../publish.ts'
import { lockedReserves } from './store.ts'

export interface ReleaseDeps {
  db: Database
  clock: Clock
  outbox: Outbox
}

/** Reserves of one account whose day has come. */
export interface DueReserves {
  accountId: number
  seqs: bigint[]
}

/** How many were released for each, in their order. */
export async function releaseReserves({ db, clock, outbox }: ReleaseDeps, dues: DueReserves[]): Promise<number[]> {
  const accountIds = dues.map(({ accountId }) => accountId)
  const { pendingDeliveries, released } = await db.transaction(async tx => {
    const now = clock()
    const books = await openBooks(tx, accountIds, now)
    const keys = dues.flatMap(({ accountId, seqs }) => seqs.map(seq => ({ accountId, seq })))
    const transfers = (await lockedReserves(tx, keys, now)).map(({ accountId, seq, open, saleId }) => {
      const of = { subject: 'sale' as const, subjectId: saleId, hold: { seq, resolves: true } }
      return books.mustPost(accountId, { kind: 'RESERVE_RELEASED', amount: open, ...of })
    })
    await books.write()
    const ofAccount = Map.groupBy(transfers, ({ accountId }) => accountId)
    const changes = [...ofAccount].map(([accountId, posted]): BalanceChange => {
      const amount = add(...posted.map(transfer => transfer.amount))
      return { accountId, event: 'balance.unblocked', reason: 'RESERVE', amount, holds: posted.length }
    })
    const events = await balanceEvents(tx, changes, now)
    return { pendingDeliveries: (await outbox.write(tx, events, now)).flat(), released: ofAccount }
  })
  outbox.send(pendingDeliveries)
  return accountIds.map(id => released.get(id)?.length ?? 0)
}
