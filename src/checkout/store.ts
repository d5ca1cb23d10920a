// The SQL of checkouts.
import sql, { join, type Sql } from 'sql-template-tag'
import { countUpTo, type Totals } from '#db/counted.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { PathId } from '#http/request/path-id.ts'
import type { Checkout, CheckoutKey, CheckoutKind, CheckoutStatus } from './checkout.ts'
import { type CheckoutRow, COLUMNS, checkoutOf, storedItems } from './row.ts'

export interface NewCheckout extends Omit<Checkout, 'id'> {
  tokenHash: Buffer | null
}

/** null: another link has that address. */
export async function insertCheckout(tx: Transaction, checkout: NewCheckout): Promise<Checkout | null> {
  const c = checkout
  if (c.slug !== null && (await isSlugTaken(tx, c.slug))) return null
  const [row] = await tx.query<CheckoutRow>(sql`
    insert into checkout (account_id, uuid, kind, status, slug, token_hash, token_sealed, title, items, shipping_centavos,
      discount_centavos, open_min_centavos, open_max_centavos, methods, ask_address, ask_document, abandon_after_seconds,
      pix_expires_in_seconds, boleto_due_in_days, max_installments, max_sales, taken, success_url, cancel_url, postback_url,
      external_reference, return_automatically, shows_amount, thank_you, language, metadata, prefill, expires_at, created_at, updated_at)
    values (${c.accountId}, ${c.uuid}, ${c.kind}, ${c.status}, ${c.slug}, ${c.tokenHash}, ${c.tokenSealed}, ${c.title},
      ${storedItems(c.items)}::json, ${c.shipping}, ${c.discount}, ${c.openAmount?.min ?? null}, ${c.openAmount?.max ?? null},
      ${c.methods}::text[], ${c.askAddress}, ${c.askDocument}, ${c.abandonAfterSeconds}, ${c.pixExpiresInSeconds},
      ${c.boletoDueInDays}, ${c.maxInstallments}, ${c.maxSales}, 0, ${c.successUrl}, ${c.cancelUrl}, ${c.postbackUrl},
      ${c.externalReference}, ${c.returnAutomatically}, ${c.showsAmount}, ${c.thankYou}, ${c.language}, ${jsonOf(c.metadata)}::json, ${jsonOf(c.prefill)}::json, ${c.expiresAt},
      ${c.createdAt}, ${c.updatedAt})
    returning ${COLUMNS}`)
  return checkoutOf(row as CheckoutRow)
}

/** Until the end of the transaction nobody else takes it, whatever their account. */
async function isSlugTaken(tx: Transaction, slug: string): Promise<boolean> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`slug/${slug}`}, 0))`)
  return (await tx.query(sql`select 1 from checkout where slug = ${slug}`)).length > 0
}

const jsonOf = (value: object | null) => (value === null ? null : JSON.stringify(value))

/** The new form of a checkout that is locked. What is taken of it is changed by its sales alone. */
export async function updateCheckout(tx: Transaction, checkout: Checkout): Promise<void> {
  const c = checkout
  await tx.query(sql`
    update checkout set status = ${c.status}, title = ${c.title}, items = ${storedItems(c.items)}::json,
      shipping_centavos = ${c.shipping}, discount_centavos = ${c.discount}, open_min_centavos = ${c.openAmount?.min ?? null},
      open_max_centavos = ${c.openAmount?.max ?? null}, methods = ${c.methods}::text[], ask_address = ${c.askAddress},
      ask_document = ${c.askDocument}, abandon_after_seconds = ${c.abandonAfterSeconds},
      pix_expires_in_seconds = ${c.pixExpiresInSeconds}, boleto_due_in_days = ${c.boletoDueInDays},
      max_installments = ${c.maxInstallments}, max_sales = ${c.maxSales}, success_url = ${c.successUrl}, cancel_url = ${c.cancelUrl}, postback_url = ${c.postbackUrl}, external_reference = ${c.externalReference},
      return_automatically = ${c.returnAutomatically}, shows_amount = ${c.showsAmount}, thank_you = ${c.thankYou},
      language = ${c.language}, metadata = ${jsonOf(c.metadata)}::json, expires_at = ${c.expiresAt},
      updated_at = ${c.updatedAt}, seal = default
    where account_id = ${c.accountId} and id = ${c.id}`)
}

const named = (accountId: number, kind: CheckoutKind, id: PathId): Sql =>
  sql`account_id = ${accountId} and kind = ${kind} and ${'uuid' in id ? sql`uuid = ${id.uuid}::uuid` : sql`id = ${id.number}`}`

/** Until the end of the transaction nobody else changes it, or takes something of it. */
export async function lockCheckout(
  tx: Transaction,
  accountId: number,
  kind: CheckoutKind,
  id: PathId,
): Promise<Checkout | null> {
  const [row] = await tx.query<CheckoutRow>(sql`
    select ${COLUMNS} from checkout where ${named(accountId, kind, id)} for update`)
  return row === undefined ? null : checkoutOf(row)
}

/** A checkout with what became of it: how many carts were opened and sold, and the cart and the sale of a session. */
export interface ShownCheckout {
  checkout: Checkout
  opened: number
  sold: number
  cart: { uuid: string; state: string } | null
  sale: { id: bigint; uuid: string; status: string } | null
}

interface ShownRow extends CheckoutRow, Omit<ShownCheckout, 'checkout' | 'sale'> {
  /** Out of JSON: a number arrives as text, so that none is rounded. */
  sale: { id: string; uuid: string; status: string } | null
}

// A session has one cart; of its sales the paid one is shown, else the newest. A link has many, which are not shown here.
const SHOWN = sql`${COLUMNS}, counted.opened, counted.sold,
  case when own.id is not null then json_build_object('uuid', own.uuid, 'state', own.state) end as cart,
  case when sold.id is not null then json_build_object('id', sold.id::text, 'uuid', sold.uuid, 'status', sold.status) end as sale`
const BESIDE = sql`
  cross join lateral (
    select count(*)::int as opened, count(cart.paid_sale_id)::int as sold from cart
    where cart.account_id = checkout.account_id and cart.checkout_id = checkout.id
  ) counted
  left join lateral (
    select id, uuid, state, paid_sale_id from cart
    where checkout.kind = 'SESSION' and cart.account_id = checkout.account_id and cart.checkout_id = checkout.id
    order by id desc limit 1
  ) own on true
  left join lateral (
    select id, uuid, status from sale
    where sale.account_id = checkout.account_id and sale.cart_id = own.id
    order by (sale.id is not distinct from own.paid_sale_id) desc, id desc limit 1
  ) sold on true`

const shownOf = ({ opened, sold, cart, sale, ...checkout }: ShownRow): ShownCheckout => ({
  checkout: checkoutOf(checkout),
  opened,
  sold,
  cart,
  sale: sale === null ? null : { ...sale, id: BigInt(sale.id) },
})

export async function findCheckout(
  db: Queryable,
  accountId: number,
  kind: CheckoutKind,
  id: PathId,
): Promise<ShownCheckout | null> {
  const [row] = await db.query<ShownRow>(sql`
    select ${SHOWN} from (select * from checkout where ${named(accountId, kind, id)}) checkout ${BESIDE}`)
  return row === undefined ? null : shownOf(row)
}

export interface CheckoutFilter {
  kind: CheckoutKind
  status: CheckoutStatus | null
  externalReference: string | null
}

/** Newest first, below the cursor. */
export async function listCheckouts(
  db: Queryable,
  accountId: number,
  filter: CheckoutFilter,
  page: { below: bigint | null; rows: number; now: Date },
): Promise<ShownCheckout[]> {
  const below = page.below === null ? [] : [sql`id < ${page.below}`]
  const where = [ofKind(accountId, filter), ...conditions(filter, page.now), ...below]
  const rows = await db.query<ShownRow>(sql`
    select ${SHOWN} from (
      select * from checkout where ${join(where, ' and ')} order by id desc limit ${page.rows}
    ) checkout ${BESIDE} order by checkout.id desc`)
  return rows.map(shownOf)
}

/** What the list has on all its pages. */
export const countCheckouts = (db: Queryable, accountId: number, filter: CheckoutFilter, now: Date): Promise<Totals> =>
  countUpTo(db, {
    from: sql`checkout where ${ofKind(accountId, filter)}`,
    order: sql`id desc`,
    where: join([sql`true`, ...conditions(filter, now)], ' and '),
    amount: sql`0`,
    walked: sql`checkout`,
  })

const ofKind = (accountId: number, { kind }: CheckoutFilter): Sql => sql`account_id = ${accountId} and kind = ${kind}`

function conditions({ status, externalReference }: CheckoutFilter, now: Date): Sql[] {
  const isOver = sql`(checkout.status = 'ACTIVE' and expires_at is not null and expires_at <= ${now})`
  return [
    ...(externalReference === null ? [] : [sql`external_reference = ${externalReference}`]),
    ...(status === null ? [] : [sql`case when ${isOver} then 'EXPIRED' else checkout.status end = ${status}`]),
  ]
}

/** Where a buyer has come to. */
export type CheckoutAddress = { slug: string } | { token: string }

/** With whether the seller's account may sell now. */
export interface StoredCheckout {
  checkout: Checkout
  sellerIsActive: boolean
  /** Of a session: its one cart is paid. */
  isPaid: boolean
}

export const findBySlug = (db: Queryable, slug: string) => findForBuyer(db, sql`slug = ${slug}`)
export const findByTokenHash = (db: Queryable, hash: Buffer) => findForBuyer(db, sql`token_hash = ${hash}`)
export const findByKey = (db: Queryable, { accountId, id }: CheckoutKey) =>
  findForBuyer(db, sql`checkout.account_id = ${accountId} and checkout.id = ${id}`)

async function findForBuyer(db: Queryable, which: Sql): Promise<StoredCheckout | null> {
  const [row] = await db.query<CheckoutRow & Omit<StoredCheckout, 'checkout'>>(sql`
    select ${COLUMNS}, account.status = 'ACTIVE' as "sellerIsActive",
      checkout.kind = 'SESSION' and exists (
        select 1 from cart
        where cart.account_id = checkout.account_id and cart.checkout_id = checkout.id and paid_sale_id is not null
      ) as "isPaid"
    from checkout join account on account.id = checkout.account_id where ${which}`)
  if (row === undefined) return null
  const { sellerIsActive, isPaid, ...checkout } = row
  return { checkout: checkoutOf(checkout), sellerIsActive, isPaid }
}
