// What paid a sale and how much of that went back: shown to the seller's people, and to servers that ask for it.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { maskDocument } from '#kernel/document.ts'
import { type Centavos, toCentsNumber, ZERO } from '#kernel/money.ts'
import { saleKeyText } from './dispute-standing.ts'
import { isExpired, type Sale, type SaleKey } from './sale.ts'
import { saleForm } from './wire.ts'

interface SalePayment extends SaleKey {
  endToEndId: string | null
  payerName: string
  payerDocument: string
  refunded: Centavos
}

const findPayments = (db: Queryable, sales: SaleKey[]) =>
  db.query<SalePayment>(sql`
    select sale.account_id as "accountId", sale.id, end_to_end_id as "endToEndId", payer_name as "payerName",
      payer_document as "payerDocument", refunded
    from unnest(${sales.map(sale => sale.accountId)}::int[], ${sales.map(sale => sale.id)}::bigint[]) as sale(account_id, id)
    left join receipt on receipt.account_id = sale.account_id and receipt.sale_id = sale.id and receipt.status = 'ACCEPTED'
    cross join lateral (
      select coalesce(sum(amount_centavos), 0)::bigint as refunded from refund
      where refund.account_id = sale.account_id and refund.sale_id = sale.id and refund.status = 'COMPLETED'
    ) refunds`)

/** The form of each of these sales, with its payment. */
export async function expanding(db: Queryable, sales: Sale[]) {
  const found = sales.length === 0 ? [] : await findPayments(db, sales)
  const payments = new Map(found.map(payment => [saleKeyText(payment), payment]))
  return (sale: Sale) => expandedForm(sale, payments.get(saleKeyText(sale)))
}

/** As the seller's people read them: a sale that nobody paid in time is told apart from one that somebody cancelled. */
export async function expandingForPeople(db: Queryable, sales: Sale[]) {
  const form = await expanding(db, sales)
  return (sale: Sale) => ({ ...form(sale), expired: isExpired(sale) })
}

function expandedForm(sale: Sale, payment: SalePayment | undefined) {
  const { endToEndId = null, payerName = '', payerDocument = '', refunded = ZERO } = payment ?? {}
  const document = payerDocument ? maskDocument(payerDocument) : ''
  return {
    ...saleForm(sale),
    endToEndId,
    payer: endToEndId === null ? null : { name: payerName, document },
    refundedAmount: toCentsNumber(refunded),
    expiresAt: sale.expiresAt.toISOString(),
  }
}
