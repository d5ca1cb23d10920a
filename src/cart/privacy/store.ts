// The SQL by which buyers are forgotten, many in a statement. Nothing is forgotten while the gateway is in recovery: it may not know
// yet what was paid.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

const NOT_IN_RECOVERY = sql`not exists (select from house where recovering_since is not null)`

/** Erases, as `erased` in cart.ts does, the buyers of carts that ended before then. Answers how many. */
export async function forgetBuyers(
  db: Queryable,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const forgotten = await db.query(sql`
    with ended as (
      select account_id, id from cart
      where ended_at <= ${before} and erased_at is null and ${NOT_IN_RECOVERY}
      order by ended_at limit ${limit} for update skip locked
    )
    update cart set customer_name = '', customer_email = '', customer_phone = '', customer_document = '', address = null,
      consent = null, recovery_token_hash = null, recovery_token_sealed = null, erased_at = ${now}, seal = default
    from ended where cart.account_id = ended.account_id and cart.id = ended.id
    returning 1`)
  return forgotten.length
}

/** What sellers' servers knew of the buyers of sessions that ended before then, opened or not. Answers how many. */
export async function forgetPrefills(
  db: Queryable,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const forgotten = await db.query(sql`
    with ended as (
      select account_id, id from checkout
      where prefill is not null and least(expires_at, case when status <> 'ACTIVE' then updated_at end) <= ${before}
        and ${NOT_IN_RECOVERY}
      limit ${limit} for update skip locked
    )
    update checkout set prefill = null, seal = default
    from ended where checkout.account_id = ended.account_id and checkout.id = ended.id
    returning 1`)
  return forgotten.length
}
