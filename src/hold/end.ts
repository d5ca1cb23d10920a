// An order whose day has come ends by itself: what it holds is free, and what it has not been able to hold is not wanted any more.
import { record } from '#audit/audit.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { openBooks } from '#ledger/books.ts'
import { closeClaim } from '#ledger/claims.ts'
import { claimOf, type OrderKey, released } from './order.ts'
import { deedEntry } from './order-entry.ts'
import { lockOrder, updateOrder } from './order-store.ts'
import type { ReleaseNeeds } from './release.ts'
import { orderFacts } from './tell.ts'

/** Whether it has ended now, and not before. */
export async function endOrder({ db, clock, outbox }: ReleaseNeeds, key: OrderKey): Promise<boolean> {
  const born = await db.transaction(async tx => {
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
    await record(tx, [deedEntry('hold.released', after, null, what)], now)
    const facts = await orderFacts(tx, after, 'balance.unblocked', closed.released, now)
    return (await outbox.write(tx, facts, now)).flat()
  })
  if (born !== null) outbox.send(born)
  return born !== null
}
