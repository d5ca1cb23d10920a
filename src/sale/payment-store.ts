// The SQL of what paid sales and how much of that went back.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import { WENT_BACK } from './dispute/store.ts'
import type { SaleKey } from './sale.ts'

export interface SalePayment extends SaleKey {
  endToEndId: string | null
  payerName: string
  payerDocument: string
  /** Of a boleto, as the following. */
  dueOn: LocalDate | null
  payUntil: LocalDate | null
  /** Paid at a bank, and not credited yet. */
  identifiedAt: Date | null
  pdfUrl: string | null
  /** With fine and interest. */
  paidAmount: Centavos | null
  /** All that went back, by refunds and lost disputes. */
  refunded: Centavos
  /** Of the fee, with what was refunded. */
  feeReturned: Centavos
}

export const findPayments = (db: Queryable, sales: SaleKey[]) =>
  db.query<SalePayment>(sql`
    select sale.account_id as "accountId", sale.id, nullif(end_to_end_id, charge_payment_id) as "endToEndId", payer_name as "payerName",
      payer_document as "payerDocument", due_on as "dueOn", pay_until as "payUntil", identified_at as "identifiedAt",
      pdf_url as "pdfUrl", paid_centavos as "paidAmount", ${WENT_BACK} as refunded, "feeReturned"
    from unnest(${sales.map(sale => sale.accountId)}::int[], ${sales.map(sale => sale.id)}::bigint[]) as sale(account_id, id)
    left join receipt on receipt.account_id = sale.account_id and receipt.sale_id = sale.id and receipt.status = 'ACCEPTED'
    left join charge on charge.account_id = sale.account_id and charge.sale_id = sale.id
    cross join lateral (
      select coalesce(sum(fee_returned_centavos), 0)::bigint as "feeReturned" from refund
      where refund.account_id = sale.account_id and refund.sale_id = sale.id and refund.status = 'COMPLETED'
    ) refunds`)
