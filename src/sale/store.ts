// The sales' SQL.
import sql from 'sql-template-tag'
import { FROM_RECEIVERS, OWN_FIRST } from '#db/account/psp-accounts.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { dueOfPsps, type LeaseRequest } from '#db/queue/lease.ts'
import type { PathId } from '#http/request/path-id.ts'
import type { Fees, Reserve } from '#kernel/terms/terms.ts'
import { COLUMNS, ITEMS, type SaleRow, saleOf } from './row.ts'
import type { Sale, SaleKey } from './sale.ts'

export interface Terms {
  fees: Fees
  reserve: Reserve
  acceptsLatePayment: boolean
  /** Those that receive for the account: its own, then its fallback. Both may be switched off. */
  payInPspAccountIds: number[]
}

/** By account id. */
export async function findTerms(db: Queryable, accountIds: number[]): Promise<Map<number, Terms>> {
  const rows = await db.query<Terms & { id: number }>(sql`
    select account.id, fees, reserve, accepts_late_payment as "acceptsLatePayment", array(
      select receiver.id from ${FROM_RECEIVERS} order by ${OWN_FIRST}
    ) as "payInPspAccountIds"
    from account where account.id = any(${accountIds}::int[])`)
  return new Map(rows.map(({ id, ...terms }) => [id, terms]))
}

/** Numbers for a sale and for its items. */
export async function mintIds(tx: Transaction, items: number): Promise<{ sale: bigint; items: bigint[] }> {
  const [row] = await tx.query<{ sale: bigint; items: bigint[] }>(sql`
    select nextval(pg_get_serial_sequence('sale', 'id')) as sale,
      array(select nextval(pg_get_serial_sequence('sale_item', 'id')) from generate_series(1, ${items}::int)) as items`)
  return row as { sale: bigint; items: bigint[] }
}

/** `dueAt`: null where the sale of a cycle has ended already. */
export async function insertSale(tx: Transaction, sale: Sale, dueAt: Date | null): Promise<void> {
  const { customer, items } = sale
  const shipping = sale.shipping === null ? null : JSON.stringify(sale.shipping)
  await tx.query(sql`
    with sold as (
      insert into sale (account_id, id, uuid, status, version, payment_method, amount_centavos, fee_centavos, net_centavos,
        reserve_centavos, reserve_days, customer_name, customer_email, customer_document, customer_phone, shipping,
        external_reference, postback_url, psp_account_id, charge_kind, txid, br_code, id_rec, contrato, cart_id, expires_at,
        created_at, updated_at, completed_at, due_at, item_count)
      overriding system value
      values (${sale.accountId}, ${sale.id}, ${sale.uuid}, ${sale.status}, ${sale.version}, ${sale.paymentMethod},
        ${sale.amount}, ${sale.fee}, ${sale.net}, ${sale.reserve}, ${sale.reserveDays}, ${customer.name},
        ${customer.email}, ${customer.document}, ${customer.phone}, ${shipping}::json, ${sale.externalReference},
        ${sale.postbackUrl}, ${sale.pspAccountId}, ${sale.chargeKind}, ${sale.txid}, ${sale.brCode}, ${sale.idRec},
        ${sale.contrato}, ${sale.cartId}, ${sale.expiresAt}, ${sale.createdAt}, ${sale.updatedAt}, ${sale.completedAt}, ${dueAt},
        ${items.length})
    )
    insert into sale_item (account_id, sale_id, id, title, unit_price_centavos, quantity, tangible)
    overriding system value
    select ${sale.accountId}, ${sale.id}, * from unnest(
      ${items.map(item => item.id)}::bigint[], ${items.map(item => item.title)}::text[],
      ${items.map(item => item.unitPrice)}::bigint[], ${items.map(item => item.quantity)}::int[],
      ${items.map(item => item.tangible)}::boolean[])`)
}

export interface SaleQuestion {
  accountId: number
  id: PathId
}

/** One answer for each question, in their order; null where the account has no such sale. */
export async function findSales(db: Queryable, asked: SaleQuestion[]): Promise<(Sale | null)[]> {
  const distinct = [...new Map(asked.map(question => [questionKey(question), question])).values()]
  const rows = await db.query<SaleRow & { n: bigint }>(sql`
    select asked.n, ${COLUMNS}, ${ITEMS}
    from unnest(
      ${distinct.map(({ accountId }) => accountId)}::int[],
      ${distinct.map(({ id }) => ('uuid' in id ? id.uuid : null))}::uuid[],
      ${distinct.map(({ id }) => ('number' in id ? id.number : null))}::bigint[]
    ) with ordinality as asked(account_id, uuid, id, n)
    cross join lateral (
      select ${COLUMNS} from sale where sale.account_id = asked.account_id and sale.id = asked.id
      union all
      select ${COLUMNS} from sale where sale.uuid = asked.uuid and sale.account_id = asked.account_id
    ) sale`)
  const found = new Map(rows.map(row => [questionKey(distinct[Number(row.n) - 1] as SaleQuestion), saleOf(row)]))
  return asked.map(question => found.get(questionKey(question)) ?? null)
}

const questionKey = ({ accountId, id }: SaleQuestion) => `${accountId}/${'uuid' in id ? id.uuid : id.number}`

export async function findSale(db: Queryable, accountId: number, id: PathId): Promise<Sale | null> {
  return (await findSales(db, [{ accountId, id }]))[0] ?? null
}

/** Of whatever account. */
export async function findSaleOfAnybody(db: Queryable, uuid: string): Promise<Sale | null> {
  const [row] = await db.query<SaleRow>(sql`select ${COLUMNS}, ${ITEMS} from sale where uuid = ${uuid}::uuid`)
  return row === undefined ? null : saleOf(row)
}

/** The rare lookup without an account: whether any has a sale of this id. */
export async function saleExists(db: Queryable, id: PathId): Promise<boolean> {
  const rows =
    'uuid' in id
      ? await db.query(sql`select 1 from sale where uuid = ${id.uuid}::uuid limit 1`)
      : await db.query(sql`select 1 from sale where id = ${id.number} limit 1`)
  return rows.length > 0
}

export interface TxidKey {
  accountId: number
  txid: string
}

/** Locks the sales that these charges belong to, in order. */
export async function lockSales(tx: Transaction, keys: TxidKey[]): Promise<Sale[]> {
  const rows = await tx.query<SaleRow>(sql`
    select ${COLUMNS}, ${ITEMS}
    from sale
    join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.txid)}::text[]) as key(account_id, txid)
      using (account_id, txid)
    order by account_id, id for update of sale`)
  return rows.map(saleOf)
}

/** The same by their ids. */
export async function lockSalesById(tx: Transaction, keys: SaleKey[]): Promise<Sale[]> {
  const rows = await tx.query<SaleRow>(sql`
    select ${COLUMNS}, ${ITEMS}
    from sale
    join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]) as key(account_id, id)
      using (account_id, id)
    order by account_id, id for update of sale`)
  return rows.map(saleOf)
}

/** Stores the new form of sales that are locked, and when each owes work again. */
export async function updateSales(tx: Transaction, changed: { sale: Sale; dueAt: Date | null }[]): Promise<void> {
  if (changed.length === 0) return
  const of = <T>(pick: (sale: Sale) => T) => changed.map(({ sale }) => pick(sale))
  await tx.query(sql`
    update sale set status = next.status, version = next.version, br_code = next.br_code,
      updated_at = next.updated_at, completed_at = next.completed_at, due_at = next.due_at,
      seal = default
    from unnest(
      ${of(s => s.accountId)}::int[], ${of(s => s.id)}::bigint[], ${of(s => s.status)}::text[],
      ${of(s => s.version)}::int[], ${of(s => s.brCode)}::text[], ${of(s => s.updatedAt)}::timestamptz[],
      ${of(s => s.completedAt)}::timestamptz[], ${changed.map(({ dueAt }) => dueAt)}::timestamptz[]
    ) as next(account_id, id, status, version, br_code, updated_at, completed_at, due_at)
    where sale.account_id = next.account_id and sale.id = next.id`)
}

/** Takes those that owe work until `request.until`. */
export async function leaseDue(db: Queryable, request: LeaseRequest): Promise<Sale[]> {
  const rows = await db.query<SaleRow>(sql`
    with ${dueOfPsps('sale', request)}, claimed as (
      update sale set due_at = ${request.until} from due
      where sale.account_id = due.account_id and sale.id = due.id
      returning ${COLUMNS}
    )
    select ${COLUMNS}, ${ITEMS} from claimed as sale`)
  return rows.map(saleOf)
}

/** Not where it has moved on since it was read: then another time is set for it. */
export const putOff = (db: Queryable, sale: Pick<Sale, 'accountId' | 'id' | 'version'>, dueAt: Date) =>
  db.query(sql`
    update sale set due_at = ${dueAt}
    where account_id = ${sale.accountId} and id = ${sale.id} and version = ${sale.version} and due_at is not null`)

/**
 * Goes on with a creation that was last worked on after `since`; false where it is too late for that, or where it has been
 * given up and its charge may be being removed.
 */
export async function resumeSale(
  tx: Transaction,
  key: SaleKey,
  { since, now, dueAt }: { since: Date; now: Date; dueAt: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update sale set updated_at = ${now}, due_at = ${dueAt}, seal = default
    where account_id = ${key.accountId} and id = ${key.id} and status = 'EM_PROCESSAMENTO' and not given_up
      and updated_at > ${since}
    returning 1`)
  return rows.length > 0
}

/** A creation is given up, and its charge is to be taken away at once. What has come further is left alone. */
export const giveUp = (db: Queryable, key: SaleKey, now: Date) =>
  db.query(sql`
    update sale set given_up = true, due_at = ${now}, seal = default
    where account_id = ${key.accountId} and id = ${key.id} and status = 'EM_PROCESSAMENTO' and due_at is not null`)

/** Before its charge is taken away: from then on no request goes on with this creation. False where it has come further. */
export async function recordGivenUp(db: Queryable, key: SaleKey): Promise<boolean> {
  const rows = await db.query(sql`
    update sale set given_up = true, seal = default
    where account_id = ${key.accountId} and id = ${key.id} and status = 'EM_PROCESSAMENTO' returning 1`)
  return rows.length > 0
}

/** Binds a creation to another PSP account; false where it is not under way there any more. */
export async function rebindSale(db: Queryable, sale: Sale, pspAccountId: number): Promise<boolean> {
  const rows = await db.query(sql`
    update sale set psp_account_id = ${pspAccountId}, seal = default
    where account_id = ${sale.accountId} and id = ${sale.id} and status = 'EM_PROCESSAMENTO' and not given_up
      and psp_account_id = ${sale.pspAccountId}
    returning 1`)
  return rows.length > 0
}
