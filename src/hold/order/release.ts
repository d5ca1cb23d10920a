// An order is lifted, in part or whole, once a second person has confirmed it: so much of it is no longer to be held. What it has
// not been able to hold yet counts first; what it holds beyond what is left is free at once.
import { record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { type Centavos, toCentsNumber, toReais } from '#kernel/money.ts'
import { findOpenClaim } from '#ledger/balance-claim-store.ts'
import { changeClaim, closeClaim } from '#ledger/balance-claims.ts'
import type { Command, Payload } from '#proposal/proposal.ts'
import { orderEvents } from '../publish.ts'
import { actionEntry } from './audit-entry.ts'
import { amountIn, claimOf, type HoldOrder, type ReleasePayload, targetOf, withReleased } from './order.ts'
import { lockOrder, updateOrder } from './store.ts'

export const releaseHold: Command = {
  async refusal(tx, { accountId, payload }) {
    const order = await openOrder(tx, accountId, payload)
    return order instanceof Failure ? order : beyond(amountIn(releaseIn(payload)), targetOf(order), 'is to be held')
  },

  async carryOut(tx, books, { proposal, by, now, publish }) {
    const { accountId, payload } = proposal
    const order = (await openOrder(tx, accountId, payload)) as HoldOrder
    const amount = amountIn(releaseIn(payload)) ?? targetOf(order)
    const after = withReleased(order, amount, now)
    const key = claimOf(order)
    const before = (await findOpenClaim(tx, key))?.held ?? 0n
    const held =
      after.state === 'OPEN'
        ? (await changeClaim(tx, books, { ...key, target: targetOf(after) }, now)).held
        : before - (await closeClaim(tx, books, key, null, now)).released
    await books.write()
    await updateOrder(tx, after)
    const freed = (before - held) as Centavos
    const what = { lifted: toCentsNumber(amount), released: toCentsNumber(freed) }
    await record(tx, [actionEntry('hold.lifted', after, by, what)], now)
    await publish(await orderEvents(tx, after, 'balance.unblocked', freed, now))
    return { orderId: order.id.toString(), ...what }
  },
}

const releaseIn = (payload: Payload) => payload as unknown as ReleasePayload

/** The order that a proposal is about, locked. */
export async function openOrder(tx: Transaction, accountId: number, payload: Payload): Promise<HoldOrder | Failure> {
  const order = await lockOrder(tx, { accountId, id: BigInt(releaseIn(payload).orderId) })
  if (order === null) return notFound('hold order')
  return order.state === 'OPEN' ? order : new Failure('CONFLICT', `A hold order that is ${order.state} has ended`)
}

export function beyond(amount: Centavos | null, max: Centavos, what: string): Failure | null {
  if (amount === null || amount <= max) return null
  return new Failure('CONFLICT', `amount: only ${toReais(max)} ${what} under this order`)
}
