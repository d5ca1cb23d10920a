// What tests of sales share: the body of a sale, its place, its receipts, and the terms of its seller.
import sql from 'sql-template-tag'
import type { Seller, TestGateway } from '../gateway.ts'

export const SALE = {
  amount: 100_00,
  paymentMethod: 'PIX',
  customer: { name: 'Maria Silva' },
  items: [{ title: 'Camiseta', unitPrice: 100_00, quantity: 1, tangible: false }],
}

export const at = ({ uuid }: { uuid: string }) => `/api/transactions/${uuid}`

export const statusOf = async (seller: Seller, sale: { uuid: string }): Promise<string> =>
  (await seller.api('GET', at(sale))).body.status

/** "ACCEPTED 10000" or "UNACCEPTED 10000 ALREADY_PAID", in order of arrival. */
export async function receiptsOf(gateway: TestGateway, { accountId }: Seller): Promise<string[]> {
  const rows = await gateway.db.query<{ line: string }>(sql`
    select concat_ws(' ', status, amount_centavos, reason) as line from receipt where account_id = ${accountId} order by id`)
  return rows.map(({ line }) => line)
}

export async function figuresOf(gateway: TestGateway, { accountId }: Seller) {
  const [row] = await gateway.db.query<Record<'available' | 'blocked' | 'fee' | 'received' | 'clearing', bigint>>(sql`
    select available_centavos as available, blocked_centavos as blocked, fee_centavos as fee,
      received_centavos as received, clearing_centavos as clearing
    from wallet where account_id = ${accountId}`)
  return { ...row }
}

export interface SellersTerms {
  fixed?: number
  basisPoints?: number
  reserveBasisPoints?: number
  reserveDays?: number
  acceptsLate?: boolean
  unexpected?: 'RETURN' | 'KEEP' | 'CREDIT'
}

export async function setTerms(gateway: TestGateway, { accountId }: Seller, terms: SellersTerms): Promise<void> {
  const { fixed = 0, basisPoints = 99, reserveBasisPoints = 0, reserveDays = 30, acceptsLate = true } = terms
  const { unexpected = 'RETURN' } = terms
  const price = JSON.stringify({ fixedCentavos: fixed, basisPoints })
  const reserve = JSON.stringify({ basisPoints: reserveBasisPoints, days: reserveDays })
  await gateway.db.query(sql`
    update account set seal = default, fees = jsonb_set(fees, '{pix}', ${price}::jsonb), reserve = ${reserve}::jsonb,
      accepts_late_payment = ${acceptsLate}, unexpected_receipts = ${unexpected}
    where id = ${accountId}`)
}
