// The SQL of what carts share with sales and checkouts: the stock of a checkout, and the codes of a cart.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Sale } from '#sale/sale.ts'
import type { Cart, CartKey } from './cart.ts'

/** A buyer in two tabs gets one code. What a seller's own shop does with its carts is its own affair. */
export const hasOpenSale = async (db: Queryable, { accountId, id }: Cart): Promise<boolean> =>
  (
    await db.query(sql`
      select 1 from sale
      where account_id = ${accountId} and cart_id = ${id}
        and (status = 'PENDENTE' or status = 'EM_PROCESSAMENTO' and not given_up) limit 1`)
  ).length > 0

/** Under the lock of the checkout, so that what is left is sold once. False where nothing is left, or nothing is sold any more. */
export async function takeUnit(tx: Transaction, { accountId, checkoutId }: Cart, now: Date): Promise<boolean> {
  const taken = await tx.query(sql`
    update checkout set taken = taken + 1, seal = default
    where account_id = ${accountId} and id = ${checkoutId} and status = 'ACTIVE' and (expires_at is null or expires_at > ${now})
      and (max_sales is null or taken < max_sales)
    returning 1`)
  return taken.length > 0
}

/** A sale that has ended unpaid holds no unit; one that is paid late takes it again. */
export const giveUnits = (tx: Transaction, carts: CartKey[], units: 1 | -1) =>
  tx.query(sql`
    update checkout set taken = taken + ${units} * carts, seal = default from (
      select cart.account_id, checkout_id, count(*) as carts from cart
      join unnest(${carts.map(key => key.accountId)}::int[], ${carts.map(key => key.id)}::bigint[]) as key(account_id, id)
        using (account_id, id)
      group by cart.account_id, checkout_id
    ) given
    where checkout.account_id = given.account_id and checkout.id = given.checkout_id`)

/** Locks checkouts, in order. What is left of each; null: as much as is asked for. */
export const lockLeft = (tx: Transaction, keys: CartKey[]) =>
  tx.query<{ accountId: number; id: bigint; left: number | null }>(sql`
    select account_id as "accountId", id, max_sales - taken as left from checkout
    where (account_id, id) in (
      select * from unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]))
    order by account_id, id for update`)

/** Codes of the same cart that are still open are taken away soon. Whoever works on one of them at this moment goes on with it. */
export const closeOthers = (tx: Transaction, paying: Pick<Sale, 'accountId' | 'id' | 'cartId'>[], now: Date) =>
  tx.query(sql`
    update sale set due_at = ${now} from (
      select other.account_id, other.id from sale other
      join unnest(${paying.map(sale => sale.accountId)}::int[], ${paying.map(sale => sale.cartId)}::bigint[],
        ${paying.map(sale => sale.id)}::bigint[]) as paid(account_id, cart_id, id)
        on other.account_id = paid.account_id and other.cart_id = paid.cart_id and other.id <> paid.id
      where other.status = 'PENDENTE' and other.due_at is not null
      for update of other skip locked
    ) open
    where sale.account_id = open.account_id and sale.id = open.id`)

/** The same of boletos, whose charges are cancelled. */
export const closeOtherBoletos = (tx: Transaction, paying: Pick<Sale, 'accountId' | 'id' | 'cartId'>[], now: Date) =>
  tx.query(sql`
    update charge set state = 'CLOSING', lookups = 0, updated_at = ${now}, due_at = ${now}, seal = default from (
      select charge.account_id, charge.sale_id from sale other
      join unnest(${paying.map(sale => sale.accountId)}::int[], ${paying.map(sale => sale.cartId)}::bigint[],
        ${paying.map(sale => sale.id)}::bigint[]) as paid(account_id, cart_id, id)
        on other.account_id = paid.account_id and other.cart_id = paid.cart_id and other.id <> paid.id
      join charge on charge.account_id = other.account_id and charge.sale_id = other.id
      where other.status = 'PENDENTE' and charge.state = 'ISSUED'
      for update of other, charge skip locked
    ) open
    where charge.account_id = open.account_id and charge.sale_id = open.sale_id`)

/**
 * A card under way cannot be cancelled at every PSP. Where nothing is known of its attempt it is not tried again, and it is asked about at once;
 * what was charged all the same goes back.
 */
export const stopOtherCards = (tx: Transaction, paying: Pick<Sale, 'accountId' | 'id' | 'cartId'>[], now: Date) =>
  tx.query(sql`
    update charge set token_sealed = null, updated_at = ${now}, due_at = ${now}, seal = default from (
      select charge.account_id, charge.sale_id from sale other
      join unnest(${paying.map(sale => sale.accountId)}::int[], ${paying.map(sale => sale.cartId)}::bigint[],
        ${paying.map(sale => sale.id)}::bigint[]) as paid(account_id, cart_id, id)
        on other.account_id = paid.account_id and other.cart_id = paid.cart_id and other.id <> paid.id
      join charge on charge.account_id = other.account_id and charge.sale_id = other.id
      where other.status = 'EM_PROCESSAMENTO' and charge.method = 'card' and charge.state = 'PAYING'
      for update of other, charge skip locked
    ) open
    where charge.account_id = open.account_id and charge.sale_id = open.sale_id`)

/** What the seller's server knew of the buyer of a session. */
export const erasePrefill = (tx: Transaction, { accountId, checkoutId }: Cart) =>
  tx.query(sql`
    update checkout set prefill = null, seal = default
    where account_id = ${accountId} and id = ${checkoutId} and kind = 'SESSION' and prefill is not null`)
