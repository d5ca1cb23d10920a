// The SQL of payments of boletos as our books have them.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { OurWord } from '../case/difference.ts'
import { type OurRow, type Stretch, unseen, unseenRows, wordOf } from './ours-store.ts'

/** What was paid for charges by our books, and is missing in the PSP's list of them in this run. */
export const findUnseenBoletos = (db: Queryable, { reconciliationId, pspAccountId, from, to }: Stretch, max: number) =>
  unseenRows(
    db,
    sql`
    select charge_payment_id as entry_id, charge.charge_id as asked_by, null as refund_id, false as parent_seen,
      receipt.account_id, amount_centavos as amount, 'moved' as state, receipt.created_at as since
    from receipt join charge on charge.account_id = receipt.account_id and charge.sale_id = receipt.sale_id and method = 'boleto'
    where paid_at >= ${from} and paid_at < ${to} and receipt.psp_account_id = ${pspAccountId} and status <> 'MOVED'
      and charge_payment_id is not null and ${unseen(reconciliationId, 'boleto', sql`charge_payment_id`)} limit ${max}`,
  )

/** By the id of the payment; what was paid for charges, in any account. */
export async function findOurBoletos(db: Queryable, paymentIds: string[]): Promise<Map<string, OurWord>> {
  const rows = await db.query<OurRow & { id: string }>(sql`
    select charge_payment_id as id, account_id, amount_centavos as amount, 'moved' as state, created_at as since from receipt
    where charge_payment_id = any(${paymentIds}::text[]) and status <> 'MOVED'`)
  return new Map(rows.map(row => [row.id, wordOf(row)]))
}
