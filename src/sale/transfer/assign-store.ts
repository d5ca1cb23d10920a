// The SQL of assignments of transfers to sales.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import { type AgreedLimits, limitsAt } from '#kernel/terms/limits.ts'
import type { SaleKey } from '../sale.ts'

/** null: no sale, or none by transfer. */
export async function findTransferSale(db: Queryable, uuid: string): Promise<(SaleKey & { amount: Centavos }) | null> {
  const [row] = await db.query<SaleKey & { amount: Centavos }>(sql`
    select account_id as "accountId", id, amount_centavos as amount from sale
    where uuid = ${uuid}::uuid and charge_kind = 'transfer'`)
  return row ?? null
}

/** Whether it is more than one cashout of its account may be. */
export async function isAboveLimit(
  db: Queryable,
  { accountId, amount }: { accountId: number; amount: Centavos },
  now: Date,
): Promise<boolean> {
  const [row] = await db.query<{ limits: AgreedLimits }>(sql`select limits from account where id = ${accountId}`)
  return row !== undefined && amount > BigInt(limitsAt(row.limits, now).cashoutMaximumCentavos)
}

export const recordUndone = (tx: Transaction, { accountId, id }: SaleKey, by: string, now: Date) =>
  tx.query(sql`
    update bank_transfer set undone_at = ${now}, undone_by = ${by}, seal = default
    where account_id = ${accountId} and sale_id = ${id}`)
