// An order is placed, once a second person has confirmed it: what is available is held at once, what is lacking as it comes.
import { record } from '#audit/audit.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { centavos, toCentsNumber, ZERO } from '#kernel/money.ts'
import { openClaim } from '#ledger/balance-claims.ts'
import type { Command } from '#proposal/proposal.ts'
import { orderEvents } from '../publish.ts'
import { actionEntry } from './audit-entry.ts'
import { claimOf, type HoldOrder, type PlacePayload } from './order.ts'
import { insertOrder, isSeller, mintOrderId } from './store.ts'

export const placeHold: Command = {
  async refusal(tx, { accountId, payload }, now) {
    const { releaseAt } = payload as unknown as PlacePayload
    if (!(await isSeller(tx, accountId))) return notFound('account')
    const isOver = releaseAt !== null && new Date(releaseAt) <= now
    return isOver ? new Failure('CONFLICT', 'releaseAt: that moment has passed') : null
  },

  async carryOut(tx, books, { proposal, by, now, publish }) {
    const { reason, amount, document, releaseAt } = proposal.payload as unknown as PlacePayload
    const order: HoldOrder = {
      accountId: proposal.accountId,
      id: await mintOrderId(tx),
      proposalId: proposal.id,
      reason,
      amount: centavos(amount),
      releasedAmount: ZERO,
      seizedAmount: ZERO,
      document,
      releaseAt: releaseAt === null ? null : new Date(releaseAt),
      state: 'OPEN',
      createdAt: now,
      updatedAt: now,
      endedAt: null,
    }
    const { held } = await openClaim(tx, books, { ...claimOf(order), reason, target: order.amount }, now)
    await books.write()
    await insertOrder(tx, order)
    await record(tx, [actionEntry('hold.placed', order, by, { amount, held: toCentsNumber(held), releaseAt })], now)
    await publish(await orderEvents(tx, order, 'balance.blocked', held, now))
    return { orderId: order.id.toString(), held: toCentsNumber(held) }
  },
}
