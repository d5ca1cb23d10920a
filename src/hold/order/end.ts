// An order whose day has come ends by itself: what it holds is free, and what it has not been able to hold is not wanted any more.
import { record } from '#audit/audit.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { closeClaim } from '#ledger/balance-claims.ts'
import { openBooks } from '#ledger/books.ts'
import type { HoldsDeps } from '../feature.ts'
import { orderEvents } from '../publish.ts'
import { actionEntry } from './audit-entry.ts'
import { claimOf, type OrderKey, released } from './order.ts'
import { lockOrder, updateOrder } from './store.ts'

/** Whether it has ended now, and not before. */
export async function endOrder(
  { db, clock, outbox }: Pick<HoldsDeps, 'db' | 'clock' | 'outbox'>,
  key: OrderKey,
): Promise<boolean> {
  const pendingDeliveries = await db.transaction(async tx => {
    const now = clock()
    const books = await openBooks(tx, [key.accountId], now)
    const order = await lockOrder(tx, key)
    const isDue = order?.state === 'OPEN' && order.releaseAt !== null && order.releaseAt <= now
    if (!isDue) return null
    const closed = await closeClaim(tx, books, claimOf(key), null, now)
    await books.write()
    const after = released(order, now)
    await updateOrder(tx, after)
    const what = { released: toCentsNumber(closed.released) }
    await record(tx, [actionEntry('hold.released', after, null, what)], now)
    const events = await orderEvents(tx, after, 'balance.unblocked', closed.released, now)
    return (await outbox.write(tx, events, now)).flat()
  })
  if (pendingDeliveries !== null) outbox.send(pendingDeliveries)
  return pendingDeliveries !== null
}
