// What open disputes of a sale claim, when refunds of it have ended: what of the sale is neither gone nor under way, the oldest
// dispute first, and none more than it is about. What has gone is claimed no longer; what a refund that failed has let go is
// claimed again, with what of it came out of the sale's reserve.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
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
  /** Of the sale, for all its disputes. */
  left: Centavos
  /** What refunds that failed had taken of the sale's reserve. */
  reserve: Centavos
}

/** The wallet and the sale are locked. */
export async function claimWhatIsLeft(
  tx: Transaction,
  books: Books,
  sale: SaleKey,
  claimable: Claimable,
  now: Date,
): Promise<void> {
  const { accountId } = sale
  let { left, reserve } = claimable
  for (const dispute of await lockOpen(tx, sale)) {
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
}

const lockOpen = (tx: Transaction, { accountId, id }: SaleKey) =>
  tx.query<OpenDispute>(sql`
    select id, amount_centavos as amount, claimed_centavos as claimed, reserve_centavos as reserve from dispute
    where account_id = ${accountId} and sale_id = ${id} and closed_at is null order by id for update`)

const least = (one: Centavos, other: Centavos): Centavos => (one < other ? one : other)
const most = (one: Centavos, other: Centavos): Centavos => (one > other ? one : other)
