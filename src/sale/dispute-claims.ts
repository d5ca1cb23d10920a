// What open disputes of a sale claim, when a refund or another dispute of it has ended: what of the sale is neither gone nor under
// way, the oldest dispute first, and none more than it is about. What has gone is claimed no longer; what was let go is claimed
// again, with what of it came out of the sale's reserve.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import type { Books } from '#ledger/books.ts'
import { wantClaim } from '#ledger/claims.ts'
import type { SaleKey } from './sale.ts'

interface OpenDispute {
  id: bigint
  amount: Centavos
  claimed: Centavos
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
    if (wanted === dispute.claimed) continue
    const key = { accountId, subject: 'dispute' as const, subjectId: dispute.id }
    await wantClaim(tx, books, { ...key, reason: 'MED', wanted }, now)
    const more = (wanted - dispute.claimed) as Centavos
    const ofReserve = more > 0n ? least(more, reserve) : most(more, -dispute.reserve as Centavos)
    if (ofReserve > 0n) reserve = (reserve - ofReserve) as Centavos
    await tx.query(sql`
      update dispute set claimed_centavos = ${wanted}, reserve_centavos = reserve_centavos + ${ofReserve}::bigint,
        updated_at = ${now}, seal = default
      where account_id = ${accountId} and id = ${dispute.id}`)
  }
  return reserve
}

const lockOpen = (tx: Transaction, { accountId, id }: SaleKey, except: bigint | null) =>
  tx.query<OpenDispute>(sql`
    select id, amount_centavos as amount, claimed_centavos as claimed, reserve_centavos as reserve from dispute
    where account_id = ${accountId} and sale_id = ${id} and closed_at is null and id is distinct from ${except}::bigint
    order by id for update`)

const least = (one: Centavos, other: Centavos): Centavos => (one < other ? one : other)
const most = (one: Centavos, other: Centavos): Centavos => (one > other ? one : other)
