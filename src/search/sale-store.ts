// The SQL of a search among sales. What names one is found by the indexes that are there anyway; the name of a customer who has paid
// by one that holds nothing else. What is left is looked for among the newest.
import sql, { join, type Sql } from 'sql-template-tag'
import { containing } from '#db/like.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Hit } from './hit.ts'
import {
  beginsWith,
  by,
  type Match,
  newest,
  ofAll,
  ofEach,
  type Question,
  readMatches,
  type Walk,
  walk,
  wasNotCut,
} from './match-store.ts'

const SALE = sql`sale`

export function findSales(db: Queryable, asked: Question): Promise<Match[]> {
  const { text, uuid, number, document, name } = asked.terms
  const isNamed = sql`completed_at is not null and ${beginsWith(sql`folded(customer_name)`, name)}`
  return readMatches(db, [
    by('NUMBER', ofAll(asked, SALE, sql`id = ${number}::bigint`)),
    by('UUID', ofAll(asked, SALE, sql`uuid = ${uuid}::uuid`)),
    by('TXID', ofEach(asked, SALE, sql`txid = ${text}`, sql`txid`, true)),
    by('END_TO_END_ID', paidBy(asked)),
    by('REFERENCE', ofEach(asked, SALE, sql`external_reference = ${text}`, sql`account_id, external_reference`)),
    by('DOCUMENT', ofEach(asked, SALE, sql`customer_document = ${document}::text`, BY_DOCUMENT)),
    by('NAME', ofEach(asked, SALE, isNamed, sql`account_id, folded(customer_name) using ~<~`)),
    ...(asked.scope.accountId === null ? [] : [by('AMOUNT', paidAmount(asked, asked.scope.accountId))]),
  ])
}

/** By the end of the index that begins with both: the newest of them. */
const BY_DOCUMENT = sql`account_id desc, customer_document desc, id desc`

const paidBy = ({ scope: { accountId }, terms, rows }: Question): Sql => sql`
  select account_id, sale_id as id from receipt
  where end_to_end_id = ${terms.text} and sale_id is not null and status = 'ACCEPTED'
    and (${accountId}::int is null or account_id = ${accountId}) limit ${rows}`

/** Sums of what was paid lie in the index of the payments, which is read backwards and alone. */
const paidAmount = ({ terms: { amount }, rows }: Question, accountId: number): Sql => sql`
  select one.account_id, one.id from (
    select completed_at from (
      select completed_at, amount_centavos from sale where account_id = ${accountId} and completed_at is not null
      order by completed_at desc limit 100000
    ) paid where amount_centavos = ${amount}::bigint limit ${rows}
  ) wanted cross join lateral (
    select account_id, id from sale
    where account_id = ${accountId} and completed_at = wanted.completed_at and amount_centavos = ${amount}::bigint
    order by account_id, completed_at limit ${rows}
  ) one limit ${rows}`

export function walkSales(db: Queryable, asked: Question): Promise<Walk> {
  const { amount, name, text } = asked.terms
  const email = text.includes('@') ? containing(text.toLowerCase()) : null
  const reason = sql`case when amount_centavos = ${amount}::bigint then 'AMOUNT'
    when folded(customer_name) like ${containing(name)}::text then 'NAME'
    when lower(customer_email) like ${email}::text then 'EMAIL' end`
  const source = newest(asked, SALE, sql`amount_centavos, customer_name, customer_email`)
  return walk(db, { source, reason, isWhole: wasNotCut, rows: asked.rows })
}

export const showSales = (db: Queryable, keys: Match[]): Promise<Hit[]> =>
  db.query<Hit>(sql`
    select 'sale' as kind, sale.account_id as "accountId", sale.id, uuid, customer_name as title, external_reference as detail,
      amount_centavos as amount, case when status = 'CANCELADO' and updated_at >= expires_at then 'EXPIRADO' else status end as status,
      created_at as at, uuid as "saleUuid", null as "endToEndId"
    from ${keysOf(keys)} join sale on sale.account_id = key.account_id and sale.id = key.id`)

/** The keys as rows of `key`. */
export const keysOf = (keys: Pick<Match, 'accountId' | 'id'>[]): Sql =>
  join(
    [
      sql`unnest(${keys.map(({ accountId }) => accountId)}::int[], `,
      sql`${keys.map(({ id }) => id)}::bigint[]) as key (account_id, id)`,
    ],
    '',
  )
