// What a court's order holds goes to the court, once a second person has confirmed it. The payment itself is made outside of the
// house; here the money leaves the books. What is still wanted after it stays wanted.
import { record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { toCentsNumber, ZERO } from '#kernel/money.ts'
import { findOpenClaim } from '#ledger/claim-store.ts'
import { closeClaim, takeClaimed } from '#ledger/claims.ts'
import type { Deed, Payload } from '#proposal/proposal.ts'
import { findOwner, findPspAccount } from '#psp/store.ts'
import { beyond, openOrder } from './lift.ts'
import { amountIn, claimOf, type HoldOrder, type TakePayload, taken, wantedOf } from './order.ts'
import { deedEntry } from './order-entry.ts'
import { updateOrder, usualPspAccount } from './order-store.ts'

export const takeHold: Deed = {
  async refusal(tx, { accountId, payload }) {
    const order = await openOrder(tx, accountId, payload)
    if (order instanceof Failure) return order
    if (order.reason !== 'JUDICIAL')
      return new Failure('CONFLICT', `Only what a court has ordered can be taken; this order is ${order.reason}`)
    const { pspAccountId } = takeIn(payload)
    if (!(await isOpenTo(tx, accountId, pspAccountId)))
      return invalid('pspAccountId', 'the id of a PSP account that is open to this account')
    const held = (await findOpenClaim(tx, claimOf(order)))?.held ?? ZERO
    if (held === 0n) return new Failure('CONFLICT', 'Nothing is held under this order')
    return beyond(amountIn(takeIn(payload)), held, 'is held')
  },

  async carryOut(tx, books, { proposal, by, now }) {
    const { accountId, payload } = proposal
    const order = (await openOrder(tx, accountId, payload)) as HoldOrder
    const key = claimOf(order)
    const { pspAccountId } = takeIn(payload)
    const most = amountIn(takeIn(payload)) ?? (await findOpenClaim(tx, key))?.held ?? ZERO
    const after = taken(order, most, now)
    const taking = { most, pspAccountId }
    if (wantedOf(after) > 0n) await takeClaimed(tx, books, key, taking, now)
    else await closeClaim(tx, books, key, taking, now)
    await books.write()
    await updateOrder(tx, after)
    const what = { taken: toCentsNumber(most), pspAccountId }
    await record(tx, [deedEntry('hold.taken', after, by, what)], now)
    return { orderId: order.id.toString(), ...what }
  },
}

/** Shared or its own, and of real money where its own money is real. */
async function isOpenTo(tx: Transaction, accountId: number, pspAccountId: number): Promise<boolean> {
  const named = await findPspAccount(tx, pspAccountId)
  const owner = await findOwner(tx, pspAccountId)
  if (named === null || (owner !== null && owner !== accountId)) return false
  const usual = await usualPspAccount(tx, accountId)
  return usual === null || (await findPspAccount(tx, usual))?.environment === named.environment
}

const takeIn = (payload: Payload) => payload as unknown as TakePayload
