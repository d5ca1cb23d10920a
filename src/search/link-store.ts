// The SQL of a search among payment links: by their address, or by their title among the newest.
import sql, { type Sql } from 'sql-template-tag'
import { containing } from '#db/like.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Hit } from './hit.ts'
import {
  by,
  type Match,
  newestWhere,
  ofAll,
  ofEach,
  type Question,
  readMatches,
  type Walk,
  walk,
  wasNotCut,
} from './match-store.ts'
import { keysOf } from './sale-store.ts'

const CHECKOUT = sql`checkout`
const IS_LINK = sql`kind = 'LINK'`

export function findLinks(db: Queryable, asked: Question): Promise<Match[]> {
  const { uuid, number, slug } = asked.terms
  return readMatches(db, [
    by('NUMBER', ofEach(asked, CHECKOUT, sql`id = ${number}::bigint and ${IS_LINK}`, sql`id`)),
    by('UUID', ofAll(asked, CHECKOUT, sql`uuid = ${uuid}::uuid and ${IS_LINK}`)),
    by('SLUG', ofAll(asked, CHECKOUT, sql`slug = ${slug}`)),
  ])
}

/** Of all accounts there is no order of links that an index has. */
export async function walkLinks(db: Queryable, asked: Question): Promise<Walk> {
  if (asked.scope.accountId === null) return { matches: [], complete: true }
  const { name, text } = asked.terms
  const reason = sql`case when external_reference = ${text} then 'REFERENCE'
    when folded(title) like ${containing(name)}::text then 'NAME' end`
  const source = newestWhere(asked, CHECKOUT, sql`title, external_reference`, IS_LINK)
  return walk(db, { source, reason, isWhole: wasNotCut, rows: asked.rows })
}

/** As `priceOf` and `linkStateOf` say it: null where the buyer names the amount. */
const AMOUNT: Sql = sql`case when open_min_centavos is null then shipping_centavos - discount_centavos + (
    select sum((item ->> 'unitPrice')::bigint * (item ->> 'quantity')::bigint)::bigint from json_array_elements(items) item
  ) end`

export const showLinks = (db: Queryable, keys: Match[], { now }: { now: Date }): Promise<Hit[]> =>
  db.query<Hit>(sql`
    select 'link' as kind, checkout.account_id as "accountId", checkout.id, uuid, title, '/l/' || slug as detail,
      ${AMOUNT} as amount, case when status = 'ACTIVE' and expires_at <= ${now} then 'EXPIRED'
        when status = 'ACTIVE' and taken >= max_sales then 'SOLD_OUT' else status end as status,
      created_at as at, null as "saleUuid", null as "endToEndId"
    from ${keysOf(keys)} join checkout on checkout.account_id = key.account_id and checkout.id = key.id`)
