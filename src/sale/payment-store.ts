// The SQL of what paid sales and how much of that went back.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { ReceivableStatus } from '#kernel/terms/settlement.ts'
import { RETURNED } from './dispute/store.ts'
import type { SaleKey } from './sale.ts'

export interface SalePayment extends SaleKey {
  endToEndId: string | null
  /** null, as the following: nothing has paid it. */
  payerName: string | null
  payerDocument: string | null
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
  /** Of a boleto or card: what is the seller's, part by part; null: it was at once. */
  settlement: SettledPart[] | null
}

export interface SettledPart {
  part: number
  /** As text, so that none is rounded. */
  amount: string
  expectedOn: LocalDate
  status: ReceivableStatus
}

export const findPayments = (db: Queryable, sales: SaleKey[]) =>
  db.query<SalePayment>(sql`
    select sale.account_id as "accountId", sale.id, nullif(end_to_end_id, charge_payment_id) as "endToEndId", payer_name as "payerName",
      payer_document as "payerDocument", due_on as "dueOn", pay_until as "payUntil", identified_at as "identifiedAt",
      pdf_url as "pdfUrl", paid_centavos as "paidAmount", ${RETURNED} as refunded, "feeReturned", receivables.settlement
    from unnest(${sales.map(sale => sale.accountId)}::int[], ${sales.map(sale => sale.id)}::bigint[]) as sale(account_id, id)
    left join receipt on receipt.account_id = sale.account_id and receipt.sale_id = sale.id and receipt.status = 'ACCEPTED'
    left join charge on charge.account_id = sale.account_id and charge.sale_id = sale.id
    cross join lateral (
      select coalesce(sum(fee_returned_centavos), 0)::bigint as "feeReturned" from refund
      where refund.account_id = sale.account_id and refund.sale_id = sale.id and refund.status = 'COMPLETED'
    ) refunds
    cross join lateral (
      select json_agg(json_build_object('part', part, 'amount', (amount_centavos - taken_centavos)::text,
        'expectedOn', release_on::text, 'status', receivable.status) order by part) as settlement
      from receivable where receivable.account_id = sale.account_id and receivable.sale_id = sale.id
    ) receivables`)
