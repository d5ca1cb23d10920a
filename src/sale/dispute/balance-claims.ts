// What open disputes of a sale claim, when a refund or another dispute of it has ended: what of the sale is neither gone nor under
// way, the oldest dispute first, and none more than it is about. What has gone is claimed no longer; what was let go is claimed
// again. What was let go of the sale's reserve is held for what they lack, before other money, whatever else the account owes.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import { wantClaim } from '#ledger/balance-claims.ts'
import type { Books } from '#ledger/books.ts'
import type { SaleKey } from '../sale.ts'

interface OpenDispute {
  id: bigint
  amount: Centavos
  claimed: Centavos
  held: Centavos
  reserve: Centavos
}

export interface Claimable {
  /** Of the sale, for all its disputes. Below zero where more is asked for than is there. */
  left: Centavos
  /** What of the sale's reserve was let go. */
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
  let left = most(claimable.left, ZERO)
  for (const dispute of await lockOpen(tx, sale, claimable.except ?? null)) {
    const wanted = least(dispute.amount, left)
    left = (left - wanted) as Centavos
    const more = (wanted - dispute.claimed) as Centavos
    const shortfall = (wanted - dispute.held) as Centavos
    const ofReserve = more < 0n ? most(more, -dispute.reserve as Centavos) : least(shortfall, reserve)
    if (more === 0n && ofReserve === 0n) continue
    const key = { accountId, subject: 'dispute' as const, subjectId: dispute.id }
    const fromReserve = most(ofReserve, ZERO)
    reserve = (reserve - fromReserve) as Centavos
    await wantClaim(tx, books, { ...key, reason: 'MED', target: wanted, fromReserve }, now)
    await tx.query(sql`
      update dispute set claimed_centavos = ${wanted}, reserve_centavos = reserve_centavos + ${ofReserve}::bigint,
        updated_at = ${now}, seal = default
      where account_id = ${accountId} and id = ${dispute.id}`)
  }
  return reserve
}

const lockOpen = (tx: Transaction, { accountId, id }: SaleKey, except: bigint | null) =>
  tx.query<OpenDispute>(sql`
    select dispute.id, amount_centavos as amount, claimed_centavos as claimed, reserve_centavos as reserve,
      coalesce(held_centavos, 0)::bigint as held
    from dispute
    left join claim on claim.account_id = dispute.account_id and claim.subject = 'dispute' and claim.subject_id = dispute.id
    where dispute.account_id = ${accountId} and sale_id = ${id} and dispute.closed_at is null
      and dispute.id is distinct from ${except}::bigint
    order by dispute.id for update of dispute`)

const least = (one: Centavos, other: Centavos): Centavos => (one < other ? one : other)
const most = (one: Centavos, other: Centavos): Centavos => (one > other ? one : other)
