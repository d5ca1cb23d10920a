// The SQL of a search among refunds: of sales, and of what no sale accepted.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Hit } from './hit.ts'
import {
  activeWereNotCut,
  by,
  type Match,
  newestOfActive,
  ofAll,
  ofEach,
  type Question,
  readMatches,
  type ThingKey,
  type Walk,
  walk,
} from './match-store.ts'
import { ofSales } from './receipt-store.ts'
import { keysOf } from './sale-store.ts'

const REFUND = sql`refund`

export function findRefunds(db: Queryable, asked: Question, sales: ThingKey[]): Promise<Match[]> {
  const { text, uuid, number } = asked.terms
  return readMatches(db, [
    by('NUMBER', ofEach(asked, REFUND, sql`id = ${number}::bigint`, sql`id`)),
    by('UUID', ofAll(asked, REFUND, sql`uuid = ${uuid}::uuid`)),
    by('END_TO_END_ID', ofAll(asked, REFUND, sql`end_to_end_id = ${text}`)),
    by('PSP_ID', ofEach(asked, REFUND, sql`psp_refund_id = ${text}`, sql`psp_refund_id`, true)),
    by('SALE', ofSales(REFUND, sales, sql`true`)),
  ])
}

export function walkRefunds(db: Queryable, asked: Question): Promise<Walk> {
  const { amount, text } = asked.terms
  const reason = sql`case when rtr_id = ${text} then 'END_TO_END_ID' when external_reference = ${text} then 'REFERENCE'
    when amount_centavos = ${amount}::bigint then 'AMOUNT' end`
  const source = newestOfActive(asked, REFUND, sql`amount_centavos, rtr_id, external_reference`)
  return walk(db, { source, reason, isWhole: activeWereNotCut(asked), rows: asked.rows })
}

export const showRefunds = (db: Queryable, keys: Match[]): Promise<Hit[]> =>
  db.query<Hit>(sql`
    select 'refund' as kind, refund.account_id as "accountId", refund.id, refund.uuid,
      coalesce(sale.customer_name, receipt.payer_name) as title, refund.external_reference as detail,
      refund.amount_centavos as amount, refund.status, refund.created_at as at, sale.uuid as "saleUuid",
      refund.end_to_end_id as "endToEndId"
    from ${keysOf(keys)} join refund on refund.account_id = key.account_id and refund.id = key.id
    join receipt on receipt.account_id = refund.account_id and receipt.id = refund.receipt_id
    left join sale on sale.account_id = refund.account_id and sale.id = refund.sale_id`)
