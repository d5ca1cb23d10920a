// What tests of settlement share: a sale by card as its charge would have made it, and what became of its parts.
import sql from 'sql-template-tag'
import type { SettlementTerms } from '#kernel/terms/settlement.ts'
import { systemRandom } from '#kernel/time.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { at } from '../sale/selling.ts'
import { DEFAULT_SETTLEMENT } from './default-settlement.ts'

export interface CardSale {
  uuid: string
  id: number
  endToEndId: string
}

interface Card {
  installments?: number
  terms?: Partial<SettlementTerms>
  /** As the acquirer reports it when the payment is booked. */
  reported?: 'approved' | 'paid'
  /** By whose name the bank decides what becomes of a refund. */
  payer?: string
}

/** The money comes by Pix, so that the bank has it; the charge says that it is a card's. */
export async function paidByCard(
  gateway: TestGateway,
  seller: Seller,
  cents: number,
  { installments = 1, terms = {}, reported = 'approved', payer = 'Maria Silva' }: Card = {},
): Promise<CardSale> {
  const sale = await seller.sell(cents)
  const settlement = JSON.stringify({ ...DEFAULT_SETTLEMENT, ...terms })
  await gateway.db.query(sql`
    update sale set payment_method = 'CREDIT_CARD', seal = default where uuid = ${sale.uuid}`)
  await gateway.db.query(sql`
    insert into charge (account_id, sale_id, psp_account_id, method, ref, charge_id, state, reported_state, buyer, installments,
      settlement, created_at, updated_at)
    select account_id, id, psp_account_id, 'card', ${`c${systemRandom(8).toString('hex')}`}, ${`${sale.id}`}, 'ENDED', ${reported},
      '{}'::json, ${installments}, ${settlement}::jsonb, created_at, created_at
    from sale where uuid = ${sale.uuid}`)
  const { body: pix } = await gateway.pay(sale.pixKey, { payer: { name: payer, document: '52998224725' } })
  await seller.reaches(at(sale), 'PAGO')
  return { uuid: sale.uuid, id: sale.id, endToEndId: pix.endToEndId }
}

/** "1 2026-12-23 3183 EXPECTED" of each part: what is left of it for the seller. */
export async function partsOf({ db }: TestGateway, sale: { id: number }): Promise<string[]> {
  const rows = await db.query<{ line: string }>(sql`
    select concat_ws(' ', part, release_on, amount_centavos - taken_centavos, status) as line
    from receivable where sale_id = ${sale.id} order by part`)
  return rows.map(({ line }) => line)
}

/** What acquirers owe of the account's sales. */
export async function owedTo({ db }: TestGateway, { accountId }: Seller): Promise<bigint> {
  const [row] = await db.query<{ owed: bigint }>(sql`
    select coalesce(sum(owed_centavos), 0)::bigint as owed from receivable where account_id = ${accountId}`)
  return row?.owed ?? 0n
}
