// The SQL of carts.
import sql, { join, type Sql } from 'sql-template-tag'
import { countUpTo, type Totals } from '#db/counted.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { lease } from '#db/queue/lease.ts'
import type { PathId } from '#http/request/path-id.ts'
import type { Period } from '#http/request/period.ts'
import { type Cart, type CartKey, type CartState, nextWork } from './cart.ts'
import { type CartRow, COLUMNS, cartOf, storedItems } from './row.ts'

const jsonOf = (value: object | null) => (value === null ? null : JSON.stringify(value))
const dueAt = (cart: Cart) => nextWork(cart)?.at ?? null

/** null: an open cart of the account has that reference. */
export async function insertCart(
  tx: Transaction,
  cart: Omit<Cart, 'id'>,
  tokenHash: Buffer | null,
): Promise<Cart | null> {
  const c = cart
  const [row] = await tx.query<CartRow>(sql`
    insert into cart (account_id, uuid, checkout_id, token_hash, state, version, revision, customer_name, customer_email,
      customer_phone, customer_document, address, consent, items, shipping_centavos, discount_centavos, amount_centavos, utm,
      recovery_url, external_reference, abandon_after_seconds, last_activity_at, created_at, due_at)
    values (${c.accountId}, ${c.uuid}, ${c.checkoutId}, ${tokenHash}, ${c.state}, ${c.version}, ${c.revision},
      ${c.customer.name}, ${c.customer.email}, ${c.customer.phone}, ${c.customer.document}, ${jsonOf(c.address)}::json,
      ${jsonOf(c.consent)}::json, ${storedItems(c.items)}::json, ${c.shipping}, ${c.discount}, ${c.amount},
      ${jsonOf(c.utm)}::json, ${c.recoveryUrl}, ${c.externalReference}, ${c.abandonAfterSeconds}, ${c.lastActivityAt},
      ${c.createdAt}, ${dueAt({ ...c, id: 0n })})
    on conflict (account_id, external_reference)
      where external_reference is not null and checkout_id is null and state in ('OPEN', 'ABANDONED') do nothing
    returning ${COLUMNS}`)
  return row === undefined ? null : cartOf(row)
}

/** The uuid of the open cart of a seller's own shop that has the reference. */
export async function openCartWith(db: Queryable, accountId: number, reference: string): Promise<string | null> {
  const [row] = await db.query<{ uuid: string }>(sql`
    select uuid from cart
    where account_id = ${accountId} and external_reference = ${reference} and checkout_id is null
      and state in ('OPEN', 'ABANDONED')`)
  return row?.uuid ?? null
}

/** The new form of a cart that is locked. */
export async function updateCart(tx: Transaction, cart: Cart): Promise<void> {
  const c = cart
  await tx.query(sql`
    update cart set state = ${c.state}, version = ${c.version}, revision = ${c.revision}, customer_name = ${c.customer.name},
      customer_email = ${c.customer.email}, customer_phone = ${c.customer.phone}, customer_document = ${c.customer.document},
      address = ${jsonOf(c.address)}::json, consent = ${jsonOf(c.consent)}::json, items = ${storedItems(c.items)}::json,
      shipping_centavos = ${c.shipping}, discount_centavos = ${c.discount}, amount_centavos = ${c.amount},
      utm = ${jsonOf(c.utm)}::json, recovery_url = ${c.recoveryUrl}, external_reference = ${c.externalReference},
      abandon_after_seconds = ${c.abandonAfterSeconds}, last_activity_at = ${c.lastActivityAt},
      abandoned_at = ${c.abandonedAt}, recovered_at = ${c.recoveredAt}, ended_at = ${c.endedAt}, erased_at = ${c.erasedAt},
      paid_sale_id = ${c.paidSaleId}, due_at = ${dueAt(c)}, seal = default
    where account_id = ${c.accountId} and id = ${c.id}`)
}

/** What payment changes of carts that are locked, in one statement: many may be paid in one commit. */
export const updatePaid = (tx: Transaction, carts: Cart[]) =>
  tx.query(sql`
    update cart set state = paid.state, version = paid.version, recovered_at = paid.recovered_at, ended_at = paid.ended_at,
      paid_sale_id = paid.paid_sale_id, due_at = paid.due_at, seal = default
    from unnest(${carts.map(cart => cart.accountId)}::int[], ${carts.map(cart => cart.id)}::bigint[],
      ${carts.map(cart => cart.state)}::text[], ${carts.map(cart => cart.version)}::int[],
      ${carts.map(cart => cart.recoveredAt)}::timestamptz[], ${carts.map(cart => cart.endedAt)}::timestamptz[],
      ${carts.map(cart => cart.paidSaleId)}::bigint[], ${carts.map(dueAt)}::timestamptz[]
    ) as paid(account_id, id, state, version, recovered_at, ended_at, paid_sale_id, due_at)
    where cart.account_id = paid.account_id and cart.id = paid.id`)

/** The buyer's address of the cart, in the place of the one before. */
export const setToken = (tx: Transaction, { accountId, id }: CartKey, tokenHash: Buffer) =>
  tx.query(sql`
    update cart set token_hash = ${tokenHash}, seal = default where account_id = ${accountId} and id = ${id}`)

/** The way back to it; null: there is none any more. */
export const setRecoveryToken = (
  tx: Transaction,
  { accountId, id }: CartKey,
  recovery: { hash: Buffer; sealed: string } | null,
) =>
  tx.query(sql`
    update cart set recovery_token_hash = ${recovery?.hash ?? null}, recovery_token_sealed = ${recovery?.sealed ?? null},
      seal = default
    where account_id = ${accountId} and id = ${id}`)

/** In the order of their numbers, as whoever locks several must. */
export async function lockCarts(tx: Transaction, keys: CartKey[]): Promise<Cart[]> {
  if (keys.length === 0) return []
  const rows = await tx.query<CartRow>(sql`
    select ${COLUMNS} from cart
    join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]) as key(account_id, id)
      using (account_id, id)
    order by account_id, id for update of cart`)
  return rows.map(cartOf)
}

const byId = (id: PathId): Sql => ('uuid' in id ? sql`uuid = ${id.uuid}::uuid` : sql`id = ${id.number}`)

export async function findCart(db: Queryable, accountId: number, id: PathId): Promise<Cart | null> {
  const [row] = await db.query<CartRow>(sql`
    select ${COLUMNS} from cart where account_id = ${accountId} and ${byId(id)}`)
  return row === undefined ? null : cartOf(row)
}

export async function lockCart(tx: Transaction, accountId: number, id: PathId): Promise<Cart | null> {
  const [row] = await tx.query<CartRow>(sql`
    select ${COLUMNS} from cart where account_id = ${accountId} and ${byId(id)} for update`)
  return row === undefined ? null : cartOf(row)
}

export async function findByToken(db: Queryable, hash: Buffer): Promise<Cart | null> {
  const [row] = await db.query<CartRow>(sql`select ${COLUMNS} from cart where token_hash = ${hash}`)
  return row === undefined ? null : cartOf(row)
}

/** The open cart of this checkout that the token leads to, still so once it is locked: another request may set another token. */
export async function lockOpenByToken(
  tx: Transaction,
  { accountId, id }: CartKey,
  tokenHash: Buffer,
): Promise<Cart | null> {
  const [row] = await tx.query<CartRow>(sql`
    select ${COLUMNS} from cart
    where token_hash = ${tokenHash} and account_id = ${accountId} and checkout_id = ${id} and state in ('OPEN', 'ABANDONED')
    for update`)
  return row === undefined ? null : cartOf(row)
}

export async function findByRecoveryToken(db: Queryable, hash: Buffer): Promise<Cart | null> {
  const [row] = await db.query<CartRow>(sql`select ${COLUMNS} from cart where recovery_token_hash = ${hash}`)
  return row === undefined ? null : cartOf(row)
}

/** Until the end of the transaction nobody else opens a cart of this checkout for this buyer. */
export const lockBuyer = (tx: Transaction, checkout: CartKey, buyer: string) =>
  tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`cart/${checkout.accountId}/${checkout.id}/${buyer}`}, 0))`)

/** The open cart of a session, whoever its buyer says to be. */
export async function findOfSession(tx: Transaction, { accountId, id }: CartKey): Promise<Cart | null> {
  const [row] = await tx.query<CartRow>(sql`
    select ${COLUMNS} from cart where account_id = ${accountId} and checkout_id = ${id} order by id desc limit 1`)
  return row === undefined ? null : cartOf(row)
}

/** An open cart of the same link and the same buyer, of late. */
export async function findOfBuyer(
  tx: Transaction,
  { accountId, id }: CartKey,
  { email, document }: { email: string; document: string },
  since: Date,
): Promise<Cart | null> {
  const [row] = await tx.query<CartRow>(sql`
    select ${COLUMNS} from cart
    where account_id = ${accountId} and checkout_id = ${id} and state in ('OPEN', 'ABANDONED') and last_activity_at > ${since}
      and (${email} <> '' and customer_email = ${email} or ${document} <> '' and customer_document = ${document})
    order by id desc limit 1`)
  return row === undefined ? null : cartOf(row)
}

/** Whether the same buyer has paid another cart of the same checkout since this one was opened. */
export async function hasBoughtSince(tx: Transaction, cart: Cart): Promise<boolean> {
  const { accountId, id, checkoutId, createdAt } = cart
  const { email, document } = cart.customer
  const rows = await tx.query(sql`
    select 1 from cart
    where account_id = ${accountId} and checkout_id = ${checkoutId} and id <> ${id}
      and state in ('COMPLETED', 'RECOVERED') and ended_at >= ${createdAt}
      and (${email} <> '' and customer_email = ${email} or ${document} <> '' and customer_document = ${document})
    limit 1`)
  return rows.length > 0
}

/** Takes carts that owe work until then. Nothing is taken while the gateway is in recovery: it may have forgotten what was paid. */
export async function leaseDue(db: Queryable, now: Date, until: Date, limit: number): Promise<Cart[]> {
  const rows = await db.query<CartRow>(sql`
    with due as (
      select account_id, id from cart
      where due_at <= ${now} and not exists (select from house where recovering_since is not null)
      order by due_at limit ${limit} for update skip locked
    ), leased as (${lease('cart', until)})
    update cart set due_at = ${until} from due where cart.account_id = due.account_id and cart.id = due.id
    returning ${COLUMNS}`)
  return rows.map(cartOf)
}

/** Not where somebody has done something with it since it was read. */
export const putOff = (db: Queryable, { accountId, id, revision, state }: Cart, until: Date) =>
  db.query(sql`
    update cart set due_at = ${until}
    where account_id = ${accountId} and id = ${id} and revision = ${revision} and state = ${state} and due_at is not null`)

export interface CartFilter {
  state: CartState | null
  checkoutUuid: string | null
  document: string | null
  period: Period
}

/** Newest first, below the cursor. */
export async function listCarts(
  db: Queryable,
  accountId: number,
  filter: CartFilter,
  page: { below: bigint | null; rows: number },
): Promise<Cart[]> {
  const below = page.below === null ? [] : [sql`id < ${page.below}`]
  const rows = await db.query<CartRow>(sql`
    select ${COLUMNS} from cart where ${join([ofAccount(accountId), ...conditions(accountId, filter), ...below], ' and ')}
    order by id desc limit ${page.rows}`)
  return rows.map(cartOf)
}

/** What the list comes to on all its pages. */
export const totalCarts = (db: Queryable, accountId: number, filter: CartFilter): Promise<Totals> =>
  countUpTo(db, {
    from: sql`cart where ${ofAccount(accountId)}`,
    order: sql`id desc`,
    where: join([sql`true`, ...conditions(accountId, filter)], ' and '),
    amount: sql`amount_centavos`,
  })

const ofAccount = (accountId: number): Sql => sql`account_id = ${accountId}`

function conditions(accountId: number, { state, checkoutUuid, document, period }: CartFilter): Sql[] {
  return [
    ...(state === null ? [] : [sql`state = ${state}`]),
    ...(document === null ? [] : [sql`customer_document = ${document}`]),
    ...(period.from === null ? [] : [sql`created_at >= ${period.from}`]),
    ...(period.to === null ? [] : [sql`created_at < ${period.to}`]),
    ...(checkoutUuid === null
      ? []
      : [
          sql`checkout_id = (select id from checkout where account_id = ${accountId} and uuid = ${checkoutUuid}::uuid)`,
        ]),
  ]
}

export interface SaleOfCart {
  cartId: bigint
  id: bigint
  uuid: string
  status: string
  paymentMethod: string
}

/** Of each cart, in the order in which they were made. */
export const findSalesOf = (db: Queryable, accountId: number, cartIds: bigint[]) =>
  db.query<SaleOfCart>(sql`
    select cart_id as "cartId", id, uuid, status, payment_method as "paymentMethod" from sale
    where account_id = ${accountId} and cart_id = any(${cartIds}::bigint[]) order by id`)
