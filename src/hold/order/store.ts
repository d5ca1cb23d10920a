// The SQL of manual holds. The caller that changes one has locked the account's wallet, and then the order.
import sql, { type Sql } from 'sql-template-tag'
import { isShown } from '#db/account/live-accounts.ts'
import { columnsOf } from '#db/columns.ts'
import { countUpTo, type Totals } from '#db/counted.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import type { Centavos } from '#kernel/money.ts'
import type { HoldOrder, OrderKey, OrderReason, OrderState } from './order.ts'

const COLUMNS = columnsOf<HoldOrder>({
  accountId: 'hold_order.account_id',
  id: 'hold_order.id',
  proposalId: 'hold_order.proposal_id',
  reason: 'hold_order.reason',
  amount: 'hold_order.amount_centavos',
  releasedAmount: 'hold_order.lifted_centavos',
  seizedAmount: 'hold_order.taken_centavos',
  document: 'hold_order.document',
  releaseAt: 'hold_order.release_at',
  state: 'hold_order.state',
  createdAt: 'hold_order.created_at',
  updatedAt: 'hold_order.updated_at',
  endedAt: 'hold_order.ended_at',
})

export async function mintOrderId(tx: Transaction): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(sql`select nextval(pg_get_serial_sequence('hold_order', 'id')) as id`)
  return (row as { id: bigint }).id
}

export const insertOrder = (tx: Transaction, order: HoldOrder) =>
  tx.query(sql`
    insert into hold_order (account_id, id, proposal_id, reason, amount_centavos, document, release_at, state,
      created_at, updated_at)
    overriding system value
    values (${order.accountId}, ${order.id}, ${order.proposalId}, ${order.reason}, ${order.amount}, ${order.document},
      ${order.releaseAt}, ${order.state}, ${order.createdAt}, ${order.updatedAt})`)

export const updateOrder = (tx: Transaction, order: HoldOrder) =>
  tx.query(sql`
    update hold_order set lifted_centavos = ${order.releasedAmount}, taken_centavos = ${order.seizedAmount}, state = ${order.state},
      updated_at = ${order.updatedAt}, ended_at = ${order.endedAt}, seal = default
    where account_id = ${order.accountId} and id = ${order.id}`)

export async function lockOrder(tx: Transaction, { accountId, id }: OrderKey): Promise<HoldOrder | null> {
  const [row] = await tx.query<HoldOrder>(sql`
    select ${COLUMNS} from hold_order where account_id = ${accountId} and id = ${id} for update`)
  return row ?? null
}

/** Those that end by themselves now, the longest due first, of all accounts but these. */
export const findDueOrders = (db: Queryable, now: Date, limit: number, except: number[]) =>
  db.query<OrderKey>(sql`
    select account_id as "accountId", id from hold_order
    where release_at <= ${now} and state = 'OPEN' and account_id <> all(${except}::int[])
      and not exists (select from house where recovering_since is not null)
    order by release_at, account_id, id limit ${limit}`)

/** With what it holds now, and what its author wrote. */
export interface ShownOrder extends HoldOrder {
  accountName: string
  held: Centavos
  note: string
}

const shownWhere = (db: Queryable, where: Sql, limit: number) =>
  db.query<ShownOrder>(sql`
    select ${COLUMNS}, account.name as "accountName", held_centavos as held, proposal.reason as note
    from hold_order join account on account.id = hold_order.account_id
    join proposal on proposal.account_id = hold_order.account_id and proposal.id = proposal_id
    join claim on claim.account_id = hold_order.account_id and claim.subject = 'hold_order'
      and claim.subject_id = hold_order.id
    where ${where} order by hold_order.id desc limit ${limit}`)

export async function showOrder(db: Queryable, { accountId, id }: OrderKey): Promise<ShownOrder | null> {
  const [order] = await shownWhere(db, sql`hold_order.account_id = ${accountId} and hold_order.id = ${id}`, 1)
  return order ?? null
}

export interface OrderFilter {
  accountId: number | null
  /** Of these alone; null: of all. */
  accountIds: number[] | null
  state: OrderState | null
  reason: OrderReason | null
}

export interface OrderQuestion extends OrderFilter {
  below: bigint | null
  limit: number
}

/** Newest first. */
export const listOrders = (db: Queryable, { below, limit, ...filter }: OrderQuestion) =>
  shownWhere(db, sql`${conditions(filter)} and (${below}::bigint is null or hold_order.id < ${below})`, limit)

/** What the list comes to on all its pages: what was ordered, whether or not it is held. */
export const totalOrders = (db: Queryable, filter: OrderFilter): Promise<Totals> =>
  countUpTo(db, {
    from: filter.accountId === null ? sql`hold_order` : sql`hold_order where account_id = ${filter.accountId}`,
    order: filter.accountId === null ? sql`id desc` : sql`account_id desc, id desc`,
    where: conditions(filter),
    amount: sql`amount_centavos`,
    walked: sql`hold_order`,
  })

const conditions = ({ accountId, accountIds, state, reason }: OrderFilter): Sql =>
  sql`${isShown({ accountId, accountIds }, sql`hold_order.account_id`)} and (${accountId}::integer is null or hold_order.account_id = ${accountId})
      and (${accountIds}::integer[] is null or hold_order.account_id = any(${accountIds}))
      and (${state}::text is null or hold_order.state = ${state}) and (${reason}::text is null or hold_order.reason = ${reason})`

/** Not the suspense account: no seller's money is held there. */
export async function isSeller(db: Queryable, accountId: number): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from account where id = ${accountId} and coalesce(live_account_id, id) <> ${SUSPENSE_ACCOUNT_ID}`)
  return rows.length === 1
}

/** By which money of the account goes out, where nobody names another; null where it is bound to none. */
export async function usualPspAccount(db: Queryable, accountId: number): Promise<number | null> {
  const [row] = await db.query<{ id: number | null }>(sql`
    select coalesce(pay_out_psp_account_id, pay_in_psp_account_id) as id from account where id = ${accountId}`)
  return row?.id ?? null
}
