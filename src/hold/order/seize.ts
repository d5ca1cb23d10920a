// What a court's order holds goes to the court, once a second operator has confirmed it. The payment itself is made outside of
// the gateway; here the money leaves the books. What the order still wants after it stays wanted.
import { record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { toCentsNumber, ZERO } from '#kernel/money.ts'
import { findOpenClaim } from '#ledger/balance-claim-store.ts'
import { closeClaim, takeClaimed } from '#ledger/balance-claims.ts'
import type { Command, Payload } from '#proposal/proposal.ts'
import { findOwner, findPspAccount } from '#psp/store.ts'
import { actionEntry } from './audit-entry.ts'
import { amountIn, claimOf, type HoldOrder, type SeizePayload, targetOf, withSeized } from './order.ts'
import { beyond, openOrder } from './release.ts'
import { updateOrder, usualPspAccount } from './store.ts'

export const seizeHold: Command = {
  async refusal(tx, { accountId, payload }) {
    const order = await openOrder(tx, accountId, payload)
    if (order instanceof Failure) return order
    if (order.reason !== 'JUDICIAL')
      return new Failure('CONFLICT', `Only what a court has ordered can be taken; this order is ${order.reason}`)
    const { pspAccountId } = seizeIn(payload)
    if (!(await isOpenTo(tx, accountId, pspAccountId)))
      return invalid('pspAccountId', 'the id of a PSP account that is open to this account')
    const held = (await findOpenClaim(tx, claimOf(order)))?.held ?? ZERO
    if (held === 0n) return new Failure('CONFLICT', 'Nothing is held under this order')
    return beyond(amountIn(seizeIn(payload)), held, 'is held')
  },

  async carryOut(tx, books, { proposal, by, now }) {
    const { accountId, payload } = proposal
    const order = (await openOrder(tx, accountId, payload)) as HoldOrder
    const key = claimOf(order)
    const { pspAccountId } = seizeIn(payload)
    const max = amountIn(seizeIn(payload)) ?? (await findOpenClaim(tx, key))?.held ?? ZERO
    const after = withSeized(order, max, now)
    const taking = { max, pspAccountId }
    if (targetOf(after) > 0n) await takeClaimed(tx, books, key, taking, now)
    else await closeClaim(tx, books, key, taking, now)
    await books.write()
    await updateOrder(tx, after)
    const what = { taken: toCentsNumber(max), pspAccountId }
    await record(tx, [actionEntry('hold.taken', after, by, what)], now)
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

const seizeIn = (payload: Payload) => payload as unknown as SeizePayload
