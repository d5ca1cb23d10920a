// The SQL of a search among the payments that came in. One that was moved is found where it is booked now.
import sql, { type Sql } from 'sql-template-tag'
import { containing } from '#db/like.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Hit } from './hit.ts'
import {
  by,
  type Match,
  newest,
  ofAll,
  ofEach,
  type Question,
  readMatches,
  type ThingKey,
  type Walk,
  walk,
  wasNotCut,
} from './match-store.ts'
import { keysOf } from './sale-store.ts'

const INCOMING_PAYMENT = sql`receipt`

export function findIncomingPayments(db: Queryable, asked: Question, sales: ThingKey[]): Promise<Match[]> {
  const { text, number, document } = asked.terms
  const isPayer = sql`payer_document <> '' and payer_document = ${document}::text`
  return readMatches(db, [
    by('NUMBER', ofAll(asked, INCOMING_PAYMENT, sql`id = ${number}::bigint`)),
    by('END_TO_END_ID', ofAll(asked, INCOMING_PAYMENT, sql`end_to_end_id = ${text} and status <> 'MOVED'`)),
    by('SALE', ofSales(INCOMING_PAYMENT, sales, sql`status = 'ACCEPTED'`)),
    by('DOCUMENT', ofEach(asked, INCOMING_PAYMENT, isPayer, sql`account_id desc, payer_document desc, id desc`)),
  ])
}

/** What belongs to sales that were named. */
export const ofSales = (table: Sql, sales: ThingKey[], where: Sql): Sql => sql`
  select one.account_id, one.id from ${keysOf(sales)} cross join lateral (
    select account_id, id from ${table} where account_id = key.account_id and sale_id = key.id and ${where} limit 20
  ) one`

export function walkIncomingPayments(db: Queryable, asked: Question): Promise<Walk> {
  const { amount, name, text } = asked.terms
  const reason = sql`case when status = 'MOVED' then null when txid = ${text} then 'TXID'
    when amount_centavos = ${amount}::bigint then 'AMOUNT'
    when folded(payer_name) like ${containing(name)}::text then 'NAME' end`
  const source = newest(asked, INCOMING_PAYMENT, sql`amount_centavos, payer_name, txid, status`)
  return walk(db, { source, reason, isWhole: wasNotCut, rows: asked.rows })
}

export const showIncomingPayments = (db: Queryable, keys: Match[]): Promise<Hit[]> =>
  db.query<Hit>(sql`
    select 'receipt' as kind, receipt.account_id as "accountId", receipt.id, null as uuid, payer_name as title,
      end_to_end_id as detail, receipt.amount_centavos as amount, receipt.status, paid_at as at, (
        select uuid from sale where sale.account_id = receipt.account_id and sale.id = receipt.sale_id
      ) as "saleUuid", end_to_end_id as "endToEndId"
    from ${keysOf(keys)} join receipt on receipt.account_id = key.account_id and receipt.id = key.id`)
