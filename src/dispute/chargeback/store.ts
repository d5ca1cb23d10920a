// The SQL of disputes about payments by card. The caller has locked the wallet.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import type { BookedPix } from '#sale/dispute/store.ts'
import type { Dispute } from '../dispute.ts'
import { COLUMNS, type DisputeRow, disputeOf } from '../store.ts'

type Payment = Pick<BookedPix, 'accountId' | 'endToEndId'>

/** One that a person has opened as well. */
export async function lockOpenChargeback(tx: Transaction, { accountId, endToEndId }: Payment): Promise<Dispute | null> {
  const [row] = await tx.query<DisputeRow>(sql`
    select ${COLUMNS} from dispute
    where account_id = ${accountId} and end_to_end_id = ${endToEndId} and kind = 'CHARGEBACK' and closed_at is null
    order by id limit 1 for update`)
  return row === undefined ? null : disputeOf(row)
}

/** How many the acquirer has reported before. */
export async function countChargebacks(tx: Transaction, { accountId, endToEndId }: Payment): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count from dispute
    where account_id = ${accountId} and end_to_end_id = ${endToEndId} and kind = 'CHARGEBACK' and psp_dispute_id is not null`)
  return row?.count ?? 0
}
