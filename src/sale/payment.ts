// What paid a sale and how much of that went back: shown to the seller's people, and to servers that ask for it.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { add, type Centavos, subtract, toCentsNumber, ZERO } from '#kernel/money.ts'
import { maskDocument } from '#kernel/pix/document.ts'
import { saleKeyText, WENT_BACK } from './dispute/standing.ts'
import { isExpired, type Sale, type SaleKey } from './sale.ts'
import { saleForm } from './wire.ts'

interface SalePayment extends SaleKey {
  endToEndId: string | null
  payerName: string
  payerDocument: string
  /** All that went back, by refunds and lost disputes. */
  refunded: Centavos
  /** Of the fee, with what was refunded. */
  feeReturned: Centavos
}

const findPayments = (db: Queryable, sales: SaleKey[]) =>
  db.query<SalePayment>(sql`
    select sale.account_id as "accountId", sale.id, end_to_end_id as "endToEndId", payer_name as "payerName",
      payer_document as "payerDocument", ${WENT_BACK} as refunded, "feeReturned"
    from unnest(${sales.map(sale => sale.accountId)}::int[], ${sales.map(sale => sale.id)}::bigint[]) as sale(account_id, id)
    left join receipt on receipt.account_id = sale.account_id and receipt.sale_id = sale.id and receipt.status = 'ACCEPTED'
    cross join lateral (
      select coalesce(sum(fee_returned_centavos), 0)::bigint as "feeReturned" from refund
      where refund.account_id = sale.account_id and refund.sale_id = sale.id and refund.status = 'COMPLETED'
    ) refunds`)

/** The form of each of these sales, with its payment. */
export async function expanding(db: Queryable, sales: Sale[]) {
  const paymentOf = await paymentsOf(db, sales)
  return (sale: Sale) => expandedForm(sale, paymentOf(sale))
}

/**
 * As the seller's people read them: a sale that nobody paid in time is told apart from one that somebody cancelled, and what
 * is left of the net amount after refunds is told beside it.
 */
export async function expandingForPeople(db: Queryable, sales: Sale[]) {
  const paymentOf = await paymentsOf(db, sales)
  return (sale: Sale) => {
    const payment = paymentOf(sale)
    const { refunded = ZERO, feeReturned = ZERO } = payment ?? {}
    return {
      ...expandedForm(sale, payment),
      expired: isExpired(sale),
      returnedFee: toCentsNumber(feeReturned),
      netAfterRefunds: toCentsNumber(add(subtract(sale.net, refunded), feeReturned)),
    }
  }
}

async function paymentsOf(db: Queryable, sales: Sale[]): Promise<(sale: Sale) => SalePayment | undefined> {
  const found = sales.length === 0 ? [] : await findPayments(db, sales)
  const payments = new Map(found.map(payment => [saleKeyText(payment), payment]))
  return sale => payments.get(saleKeyText(sale))
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
