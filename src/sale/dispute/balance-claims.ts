// What open disputes of a sale claim when a refund or another dispute of it has ended: what has neither gone back nor is on its
// way, the oldest dispute first, and none more than its own amount. What went back is claimed no longer; what a failed refund
// released is claimed again. What it released of the sale's reserve covers their shortfall first, whatever else the account owes.
import type { Transaction } from '#db/postgres.ts'
import { type Centavos, max, min, notNegative } from '#kernel/money.ts'
import { setClaim } from '#ledger/balance-claims.ts'
import type { Books } from '#ledger/books.ts'
import type { SaleKey } from '../sale.ts'
import { lockOpenDisputes, updateClaimed } from './store.ts'

export interface Claimable {
  /** Of the sale, for all its disputes. Below zero where the claims exceed what is there. */
  left: Centavos
  /** The part of the sale's reserve that was released. */
  reserve: Centavos
  /** A dispute that ends at this moment. */
  except?: bigint
}

/** The wallet and the sale are locked. Answers what of the reserve no dispute claims. */
export async function claimWhatIsLeft(
  tx: Transaction,
  books: Books,
  sale: SaleKey,
  claimable: Claimable,
  now: Date,
): Promise<Centavos> {
  const { accountId } = sale
  let { reserve } = claimable
  let left = notNegative(claimable.left)
  for (const dispute of await lockOpenDisputes(tx, sale, claimable.except ?? null)) {
    const target = min(dispute.amount, left)
    left = (left - target) as Centavos
    const more = (target - dispute.claimed) as Centavos
    const shortfall = (target - dispute.held) as Centavos
    const ofReserve = more < 0n ? max(more, -dispute.reserve as Centavos) : min(shortfall, reserve)
    if (more === 0n && ofReserve === 0n) continue
    const key = { accountId, subject: 'dispute' as const, subjectId: dispute.id }
    const fromReserve = notNegative(ofReserve)
    reserve = (reserve - fromReserve) as Centavos
    await setClaim(tx, books, { ...key, reason: 'MED', target, fromReserve }, now)
    await updateClaimed(tx, { accountId, id: dispute.id }, { claimed: target, fromReserve: ofReserve }, now)
  }
  return reserve
}
