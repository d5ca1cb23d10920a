// The SQL of what has become of a sale's money: how much went back, what paid it, and what is still held of it.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import { findStandings, UNDISPUTED } from '../dispute/store.ts'
import { type Sale, type SaleKey, saleKeyText } from '../sale.ts'
import type { OwnHolds } from '../settlement/own-holds.ts'
import { findOwnHolds } from '../settlement/store.ts'
import { lockSalesById } from '../store.ts'
import type { Payment } from './refund.ts'
import type { RefundedTotals } from './refundable.ts'

/** A sale with what has become of its money. */
export interface SaleMoney {
  sale: Sale
  totals: RefundedTotals
  own: OwnHolds
}

/** Locks the sales, in order, and reads their money. The caller has locked the wallets. By `saleKeyText`. */
export async function lockSaleMoney(tx: Transaction, keys: SaleKey[]): Promise<Map<string, SaleMoney>> {
  if (keys.length === 0) return new Map()
  const sales = await lockSalesById(tx, keys)
  const totals = await findRefundedTotals(tx, sales)
  const own = await findOwnHolds(tx, sales)
  return new Map(
    sales.map(sale => {
      const key = saleKeyText(sale)
      return [key, { sale, totals: totals.get(key) as RefundedTotals, own: own.get(key) as OwnHolds }]
    }),
  )
}

type TotalsRow = SaleKey & Omit<RefundedTotals, 'unshown' | 'standing'> & { shown: Centavos }

/** By `saleKeyText`, also of sales of which nothing went back. */
export async function findRefundedTotals(tx: Transaction, sales: SaleKey[]): Promise<Map<string, RefundedTotals>> {
  const rows = await tx.query<TotalsRow>(sql`
    select key.account_id as "accountId", key.id, sums.*
    from unnest(${sales.map(sale => sale.accountId)}::int[], ${sales.map(sale => sale.id)}::bigint[]) as key(account_id, id)
    cross join lateral (
      select coalesce(sum(amount_centavos) filter (where status = 'PENDING'), 0)::bigint as pending,
        coalesce(sum(amount_centavos) filter (where status = 'PENDING' and not unasked), 0)::bigint as "pendingRequested",
        coalesce(sum(amount_centavos - disputed_centavos) filter (where status = 'COMPLETED'), 0)::bigint as refunded,
        coalesce(sum(amount_centavos - disputed_centavos) filter (where status = 'COMPLETED' and returns_fee), 0)::bigint
          as "feeBearing",
        coalesce(sum(fee_returned_centavos), 0)::bigint as "feeReturned",
        coalesce(sum(disputed_centavos), 0)::bigint as shown
      from refund where refund.account_id = key.account_id and refund.sale_id = key.id
    ) sums`)
  const standings = await findStandings(tx, sales)
  return new Map(
    rows.map(({ shown, ...row }) => {
      const key = saleKeyText(row)
      const standing = standings.get(key) ?? UNDISPUTED
      const refunded = (row.refunded + standing.taken) as Centavos
      return [key, { ...row, refunded, unshown: (standing.taken - shown) as Centavos, standing }]
    }),
  )
}

/** null where the sale has not been paid. */
export async function findPayment(tx: Transaction, sale: SaleKey): Promise<Payment | null> {
  const [payment] = await tx.query<Payment>(sql`
    select receipt.id as "receiptId", receipt.psp_account_id as "pspAccountId", end_to_end_id as "endToEndId",
      case when end_to_end_id is distinct from charge_payment_id then 'PIX' when charge.method = 'card' then 'CARD' else 'KEY' end
        as way,
      -- The bank says who sent a TED, and not always the buyer did.
      case when charge_payment_id like 'T%' then nullif(payer_document, '') end as "payerDocument",
      reported_state as "reportedState", paid_at as "paidAt", returns_fee_on_refund as "returnsFee"
    from receipt join account on account.id = receipt.account_id
    left join charge on charge.account_id = receipt.account_id and charge.sale_id = receipt.sale_id
    where receipt.account_id = ${sale.accountId} and receipt.sale_id = ${sale.id} and receipt.status = 'ACCEPTED'`)
  return payment ?? null
}
