// The SQL of what has changed: the events, what banks have reported of boletos, and the notices of the accounts that have a stream, for all streams of a process in one
// statement.
import sql, { empty, type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { type Changed, whatOf } from './wire.ts'

export interface Change extends Changed {
  accountId: number
  /** Its place among all events and notices. */
  number: bigint
  /** Of a sale, where it is of a cart and that was asked for. */
  cartId: bigint | null
}

export interface Stretch {
  accountIds: number[]
  after: bigint
  upTo: bigint
  /** Events are kept by the day: those of days before are not looked at. null: all that are kept. */
  since: Date | null
  limit: number
  /** Whether a buyer listens. */
  withCarts: boolean
}

interface Row {
  account_id: number
  id: bigint
  subject: string
  subject_id: bigint
  type: string
  cart_id: bigint | null
}

const CART_OF_SALE: Sql = sql`
  case subject when 'sale' then (
    select cart_id from sale where sale.account_id = event.account_id and sale.id = event.subject_id
  ) end`
const CART_OF_CHARGE: Sql = sql`(
  select cart_id from sale where sale.account_id = charge.account_id and sale.id = charge.sale_id)`
const NO_CART: Sql = sql`null::bigint`

/** In the order of their numbers. A postback's form adds nothing to the webhooks' form. */
export async function findChanges(db: Queryable, stretch: Stretch): Promise<Change[]> {
  const { accountIds, after, upTo, since, limit, withCarts } = stretch
  const lately = since === null ? empty : sql`and created_at >= ${since}`
  const rows = await db.query<Row>(sql`
    select account_id, id, subject, subject_id, type, ${withCarts ? CART_OF_SALE : NO_CART} as cart_id from event
    where account_id = any(${accountIds}::int[]) and id > ${after} and id <= ${upTo} ${lately}
      and form not in ('SALE_POSTBACK', 'TEST')
    union all
    select account_id, live_number, 'sale', sale_id, 'boleto.reported', ${withCarts ? CART_OF_CHARGE : NO_CART} from charge
    where account_id = any(${accountIds}::int[]) and live_number > ${after} and live_number <= ${upTo}
    union all
    select account_id, id, 'notice', id, kind, null from notice
    where account_id = any(${accountIds}::int[]) and id > ${after} and id <= ${upTo}
    order by id limit ${limit}`)
  return rows.flatMap(row => {
    const what = whatOf(row.subject)
    if (what === null) return []
    const { account_id: accountId, id: number, cart_id: cartId } = row
    return [{ accountId, number, what, id: Number(row.subject_id), event: row.type, cartId }]
  })
}
