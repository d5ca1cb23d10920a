// The SQL of a search among carts. Who may not read whose a cart is finds it by what names it, and reads what is in it.
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
  type Scope,
  type ThingKey,
  type Walk,
  walk,
  wasNotCut,
} from './match-store.ts'
import { keysOf } from './sale-store.ts'

const CART = sql`cart`

export function findCarts(db: Queryable, asked: Question, sales: ThingKey[]): Promise<Match[]> {
  const { text, uuid, number, document } = asked.terms
  const isOfShop = sql`external_reference = ${text} and checkout_id is null and state in ('OPEN', 'ABANDONED')`
  const isBuyer = sql`customer_document <> '' and customer_document = ${document}::text`
  return readMatches(db, [
    by('NUMBER', ofEach(asked, CART, sql`id = ${number}::bigint`, sql`id`)),
    by('UUID', ofAll(asked, CART, sql`uuid = ${uuid}::uuid`)),
    by('REFERENCE', ofEach(asked, CART, isOfShop, sql`id`)),
    by('SALE', paidBy(sales)),
    ...(asked.scope.hidesBuyers ? [] : [by('DOCUMENT', ofEach(asked, CART, isBuyer, sql`id desc`))]),
  ])
}

const paidBy = (sales: ThingKey[]): Sql => sql`
  select sale.account_id, sale.cart_id as id from ${keysOf(sales)}
  join sale on sale.account_id = key.account_id and sale.id = key.id where sale.cart_id is not null`

/** Of all accounts there is no order of carts that an index has. */
export async function walkCarts(db: Queryable, asked: Question): Promise<Walk> {
  if (asked.scope.accountId === null) return { matches: [], complete: true }
  const { amount, name, text } = asked.terms
  const email = text.includes('@') ? containing(text.toLowerCase()) : null
  const isBuyer = sql`when folded(customer_name) like ${containing(name)}::text then 'NAME'
    when customer_email like ${email}::text then 'EMAIL'`
  const reason = sql`case when external_reference = ${text} then 'REFERENCE'
    when amount_centavos = ${amount}::bigint then 'AMOUNT' ${asked.scope.hidesBuyers ? sql`` : isBuyer} end`
  const source = newest(asked, CART, sql`external_reference, amount_centavos, customer_name, customer_email`)
  return walk(db, { source, reason, isWhole: wasNotCut, rows: asked.rows })
}

export const showCarts = (db: Queryable, keys: Match[], { hidesBuyers }: Pick<Scope, 'hidesBuyers'>): Promise<Hit[]> =>
  db.query<Hit>(sql`
    select 'cart' as kind, cart.account_id as "accountId", cart.id, cart.uuid,
      ${hidesBuyers ? sql`coalesce(cart.items -> 0 ->> 'title', '')` : sql`cart.customer_name`} as title, cart.external_reference as detail,
      cart.amount_centavos as amount, cart.state as status, cart.created_at as at, sale.uuid as "saleUuid",
      null as "endToEndId"
    from ${keysOf(keys)} join cart on cart.account_id = key.account_id and cart.id = key.id
    left join sale on sale.account_id = cart.account_id and sale.id = cart.paid_sale_id`)
