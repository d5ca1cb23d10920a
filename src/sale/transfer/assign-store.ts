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

/** Of each, whether it is more than one cashout of its account may be. */
export async function areAboveLimit(
  db: Queryable,
  sales: { accountId: number; amount: Centavos }[],
  now: Date,
): Promise<boolean[]> {
  if (sales.length === 0) return []
  const ids = [...new Set(sales.map(({ accountId }) => accountId))]
  const rows = await db.query<{ id: number; limits: AgreedLimits }>(sql`
    select id, limits from account where id = any(${ids}::int[])`)
  const limits = new Map(rows.map(row => [row.id, BigInt(limitsAt(row.limits, now).cashoutMaximumCentavos)]))
  return sales.map(({ accountId, amount }) => amount > (limits.get(accountId) ?? 0n))
}

export const recordUndone = (tx: Transaction, { accountId, id }: SaleKey, by: string, now: Date) =>
  tx.query(sql`
    update bank_transfer set undone_at = ${now}, undone_by = ${by}, seal = default
    where account_id = ${accountId} and sale_id = ${id}`)
