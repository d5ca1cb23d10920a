// What disputes say of sales, to whoever gives money of them back: whether one is open, and what was lost for good.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import type { SaleKey } from '../sale.ts'

export interface Standing {
  /** Nothing of the sale is given back meanwhile: the PSP may be about to do it. */
  open: boolean
  /** By disputes that were lost: gone, and booked by them. */
  taken: Centavos
}

export const UNDISPUTED: Standing = { open: false, taken: ZERO }

/**
 * All that went back of a row `sale`, in centavos: refunds, and what disputes lost. A refund that is how a lost dispute was paid
 * counts once, and so does a dispute that was lost by hand, of which there is no refund.
 */
export const WENT_BACK = sql`(
  (select coalesce(sum(amount_centavos - disputed_centavos), 0) from refund
    where refund.account_id = sale.account_id and refund.sale_id = sale.id and refund.status = 'COMPLETED')
  + (select coalesce(sum(forfeited_centavos - elsewhere_centavos), 0) from dispute
    where dispute.account_id = sale.account_id and dispute.sale_id = sale.id))::bigint`

/** By `saleKeyText`, of those that were ever disputed. The caller has locked the wallets, on which disputes wait as well. */
export async function findStandings(tx: Transaction, sales: SaleKey[]): Promise<Map<string, Standing>> {
  const rows = await tx.query<SaleKey & Standing>(sql`
    select account_id as "accountId", sale_id as id, bool_or(closed_at is null) as open,
      sum(forfeited_centavos - elsewhere_centavos)::bigint as taken
    from unnest(${sales.map(sale => sale.accountId)}::int[], ${sales.map(sale => sale.id)}::bigint[])
      as sale(account_id, sale_id)
    join dispute using (account_id, sale_id) group by 1, 2`)
  return new Map(rows.map(({ open, taken, ...key }) => [saleKeyText(key), { open, taken }]))
}

/** Whether disputes of a Pix that was credited without a sale book what went back of it: they have, or one is open that may. */
export async function isBookedByDispute(db: Queryable, endToEndId: string, wentBack: Centavos): Promise<boolean> {
  const [row] = await db.query<{ booked: boolean }>(sql`
    select coalesce(bool_or(closed_at is null and claimed_centavos > 0) or sum(forfeited_centavos) >= ${wentBack}::bigint, false)
      as booked
    from dispute where end_to_end_id = ${endToEndId} and sale_id is null and status <> all('{RELEASED,CANCELLED}'::text[])`)
  return row?.booked === true
}

/** Whether its payer disputes it at this moment. */
export async function isDisputed(tx: Transaction, endToEndId: string): Promise<boolean> {
  const [row] = await tx.query<{ disputed: boolean }>(sql`
    select exists (select from dispute where end_to_end_id = ${endToEndId} and closed_at is null) as disputed`)
  return row?.disputed === true
}

export const saleKeyText = ({ accountId, id }: SaleKey) => `${accountId}/${id}`
