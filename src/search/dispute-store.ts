// The SQL of a search among disputes.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Hit } from './hit.ts'
import {
  by,
  type Match,
  newest,
  ofAll,
  type Question,
  readMatches,
  type ThingKey,
  type Walk,
  walk,
  wasNotCut,
} from './match-store.ts'
import { ofSales } from './receipt-store.ts'
import { keysOf } from './sale-store.ts'

const DISPUTE = sql`dispute`

export function findDisputes(db: Queryable, asked: Question, sales: ThingKey[]): Promise<Match[]> {
  const { text, uuid, number } = asked.terms
  return readMatches(db, [
    by('NUMBER', ofAll(asked, DISPUTE, sql`id = ${number}::bigint`)),
    by('UUID', ofAll(asked, DISPUTE, sql`uuid = ${uuid}::uuid`)),
    by('END_TO_END_ID', ofAll(asked, DISPUTE, sql`end_to_end_id = ${text}`)),
    by('SALE', ofSales(DISPUTE, sales, sql`true`)),
  ])
}

export function walkDisputes(db: Queryable, asked: Question): Promise<Walk> {
  const { amount, text } = asked.terms
  const reason = sql`case when protocol = ${text} or psp_dispute_id = ${text} then 'PROTOCOL'
    when amount_centavos = ${amount}::bigint then 'AMOUNT' end`
  const source = newest(asked, DISPUTE, sql`amount_centavos, protocol, psp_dispute_id`)
  return walk(db, { source, reason, isWhole: wasNotCut, rows: asked.rows })
}

export const showDisputes = (db: Queryable, keys: Match[]): Promise<Hit[]> =>
  db.query<Hit>(sql`
    select 'dispute' as kind, dispute.account_id as "accountId", dispute.id, dispute.uuid,
      coalesce(sale.customer_name, receipt.payer_name, dispute.end_to_end_id) as title, dispute.kind as detail,
      dispute.amount_centavos as amount, dispute.status, opened_at as at, sale.uuid as "saleUuid",
      dispute.end_to_end_id as "endToEndId"
    from ${keysOf(keys)} join dispute on dispute.account_id = key.account_id and dispute.id = key.id
    left join sale on sale.account_id = dispute.account_id and sale.id = dispute.sale_id
    left join receipt on receipt.account_id = dispute.account_id and receipt.id = dispute.receipt_id`)
