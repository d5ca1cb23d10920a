// The SQL of refunds of sales. Whoever writes here has locked the wallet and then the sale, on which all refunds of a sale
// wait for each other.
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { PathId } from '#http/request/path-id.ts'
import type { Centavos } from '#kernel/money.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { findStandings, saleKeyText, UNDISPUTED } from '../dispute/standing.ts'
import { ITEMS, COLUMNS as SALE_COLUMNS, type SaleRow, saleOf } from '../row.ts'
import type { Sale, SaleKey } from '../sale.ts'
import type { RefundStatus } from './refund.ts'
import type { RefundedTotals, SaleRefund } from './sale-refund.ts'

export interface Row {
  account_id: number
  id: bigint
  uuid: string
  sale_id: bigint
  sale_uuid: string
  receipt_id: bigint
  psp_account_id: number
  end_to_end_id: string
  psp_refund_id: string
  amount_centavos: Centavos
  status: RefundStatus
  unasked: boolean
  nature: string | null
  reason: string
  external_reference: string | null
  asked_by: string | null
  hold_seq: bigint | null
  reserve_centavos: Centavos
  disputed_centavos: Centavos
  returns_fee: boolean
  fee_returned_centavos: Centavos
  rtr_id: string | null
  failure_code: string | null
  failure_message: string | null
  version: number
  created_at: Date
  completed_at: Date | null
}

export const COLUMNS = raw(
  `account_id id uuid sale_id receipt_id psp_account_id end_to_end_id psp_refund_id amount_centavos status unasked nature reason
  external_reference asked_by hold_seq reserve_centavos disputed_centavos returns_fee fee_returned_centavos rtr_id
  failure_code failure_message version created_at completed_at`
    .split(/\s+/)
    .map(column => `refund.${column}`)
    .join(', '),
)

export const refundOf = (row: Row): SaleRefund => ({
  accountId: row.account_id,
  id: row.id,
  uuid: row.uuid,
  saleId: row.sale_id,
  saleUuid: row.sale_uuid,
  receiptId: row.receipt_id,
  pspAccountId: row.psp_account_id,
  endToEndId: row.end_to_end_id,
  pspRefundId: row.psp_refund_id,
  amount: row.amount_centavos,
  status: row.status,
  pspInitiated: row.unasked,
  nature: row.nature,
  reason: row.reason,
  externalReference: row.external_reference,
  askedBy: row.asked_by,
  holdSeq: row.hold_seq,
  reserve: row.reserve_centavos,
  disputed: row.disputed_centavos,
  returnsFee: row.returns_fee,
  feeReturned: row.fee_returned_centavos,
  rtrId: row.rtr_id,
  failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
  version: row.version,
  createdAt: row.created_at,
  endedAt: row.completed_at,
})

async function find(db: Queryable, where: Sql): Promise<SaleRefund[]> {
  const rows = await db.query<Row>(sql`
    select ${COLUMNS}, sale.uuid as sale_uuid
    from refund join sale on sale.account_id = refund.account_id and sale.id = refund.sale_id ${where}`)
  return rows.map(refundOf)
}

/** Newest first, below the cursor. */
export const listSaleRefunds = (db: Queryable, sale: SaleKey, page: { below: bigint | null; rows: number }) =>
  find(
    db,
    sql`where refund.account_id = ${sale.accountId} and refund.sale_id = ${sale.id}
      and (${page.below}::bigint is null or refund.id < ${page.below})
    order by refund.id desc limit ${page.rows}`,
  )

export async function findSaleRefund(db: Queryable, sale: SaleKey, id: PathId): Promise<SaleRefund | null> {
  const named = 'uuid' in id ? sql`refund.uuid = ${id.uuid}` : sql`refund.id = ${id.number}`
  const [refund] = await find(
    db,
    sql`where refund.account_id = ${sale.accountId} and refund.sale_id = ${sale.id} and ${named}`,
  )
  return refund ?? null
}

/** Those that are locked already. */
export const findRefundsById = (tx: Transaction, keys: SaleKey[]): Promise<SaleRefund[]> =>
  find(
    tx,
    sql`join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]) as key(account_id, id)
      on key.account_id = refund.account_id and key.id = refund.id
    order by refund.account_id, refund.id`,
  )

/** Locks the sales, in order. */
export async function lockSalesById(tx: Transaction, keys: SaleKey[]): Promise<Sale[]> {
  const rows = await tx.query<SaleRow>(sql`
    select ${SALE_COLUMNS}, ${ITEMS}
    from sale
    join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]) as key(account_id, id)
      using (account_id, id)
    order by account_id, id for update of sale`)
  return rows.map(saleOf)
}

/** What came of each of these sales' money, by `saleKeyText`, with nothing where nothing went back. */
export async function findRefundedTotals(tx: Transaction, sales: SaleKey[]): Promise<Map<string, RefundedTotals>> {
  const rows = await tx.query<SaleKey & Omit<RefundedTotals, 'unshown' | 'standing'> & { shown: Centavos }>(sql`
    select key.account_id as "accountId", key.id, sums.*
    from unnest(${sales.map(sale => sale.accountId)}::int[], ${sales.map(sale => sale.id)}::bigint[]) as key(account_id, id)
    cross join lateral (
      select coalesce(sum(amount_centavos) filter (where status = 'PENDING'), 0)::bigint as going,
        coalesce(sum(amount_centavos) filter (where status = 'PENDING' and not unasked), 0)::bigint as asked,
        coalesce(sum(amount_centavos - disputed_centavos) filter (where status = 'COMPLETED'), 0)::bigint as gone,
        coalesce(sum(amount_centavos - disputed_centavos) filter (where status = 'COMPLETED' and returns_fee), 0)::bigint
          as "feeBearing",
        coalesce(sum(fee_returned_centavos), 0)::bigint as "feeReturned",
        coalesce(sum(disputed_centavos), 0)::bigint as shown
      from refund where refund.account_id = key.account_id and refund.sale_id = key.id
    ) sums`)
  const standings = await findStandings(tx, sales)
  return new Map(
    rows.map(({ shown, ...row }) => {
      const key = saleKeyText(row)
      const standing = standings.get(key) ?? UNDISPUTED
      const gone = (row.gone + standing.taken) as Centavos
      return [key, { ...row, gone, unshown: (standing.taken - shown) as Centavos, standing }]
    }),
  )
}

/** The Pix that paid a sale. */
export interface Payment {
  receiptId: bigint
  pspAccountId: number
  endToEndId: string
  paidAt: Date
  /** The account's rule: whether fees go back with refunds. */
  returnsFee: boolean
}

/** null where the sale has not been paid. */
export async function findPayment(tx: Transaction, sale: SaleKey): Promise<Payment | null> {
  const [payment] = await tx.query<Payment>(sql`
    select receipt.id as "receiptId", psp_account_id as "pspAccountId", end_to_end_id as "endToEndId", paid_at as "paidAt",
      returns_fee_on_refund as "returnsFee"
    from receipt join account on account.id = receipt.account_id
    where receipt.account_id = ${sale.accountId} and receipt.sale_id = ${sale.id} and receipt.status = 'ACCEPTED'`)
  return payment ?? null
}

export async function mintRefundId(tx: Transaction): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    select nextval(pg_get_serial_sequence('refund', 'id')) as id`)
  return (row as { id: bigint }).id
}

/** `lookups` above 0: the PSP knows of it, and is asked. */
export const insertSaleRefund = (tx: Transaction, refund: SaleRefund, lookups: number, dueAt: Date) =>
  tx.query(sql`
    insert into refund (account_id, id, uuid, sale_id, receipt_id, psp_account_id, end_to_end_id, psp_refund_id, amount_centavos,
      status, unasked, nature, reason, external_reference, asked_by, hold_seq, reserve_centavos, returns_fee, rtr_id, lookups,
      created_at, updated_at, due_at)
    overriding system value
    values (${refund.accountId}, ${refund.id}, ${refund.uuid}, ${refund.saleId}, ${refund.receiptId}, ${refund.pspAccountId},
      ${refund.endToEndId}, ${refund.pspRefundId}, ${refund.amount}, ${refund.status}, ${refund.pspInitiated}, ${refund.nature},
      ${refund.reason}, ${refund.externalReference}, ${refund.askedBy}, ${refund.holdSeq}, ${refund.reserve},
      ${refund.returnsFee}, ${refund.rtrId}, ${lookups}, ${refund.createdAt}, ${refund.createdAt}, ${dueAt})`)

/** Stores the ends of refunds that are locked. */
export async function endSaleRefunds(tx: Transaction, refunds: SaleRefund[], now: Date): Promise<void> {
  if (refunds.length === 0) return
  const of = <T>(pick: (refund: SaleRefund) => T) => refunds.map(pick)
  await tx.query(sql`
    update refund set status = next.status, reserve_centavos = next.reserve, disputed_centavos = next.disputed,
      fee_returned_centavos = next.fee, rtr_id = coalesce(next.rtr_id, refund.rtr_id), failure_code = next.code,
      failure_message = next.message, version = next.version, due_at = null, updated_at = ${now}, completed_at = ${now},
      seal = default
    from unnest(${of(r => r.accountId)}::int[], ${of(r => r.id)}::bigint[], ${of(r => r.status)}::text[],
      ${of(r => r.reserve)}::bigint[], ${of(r => r.disputed)}::bigint[], ${of(r => r.feeReturned)}::bigint[],
      ${of(r => r.rtrId)}::text[], ${of(r => r.failure?.code ?? null)}::text[],
      ${of(r => r.failure?.message ?? null)}::text[], ${of(r => r.version)}::int[]
    ) as next(account_id, id, status, reserve, disputed, fee, rtr_id, code, message, version)
    where refund.account_id = next.account_id and refund.id = next.id`)
}

/** Whoever asks is answered before the PSP is: an event must not overtake the answer. Nobody waits longer than this. */
export const ANSWERED_MS = SECOND_MS

/** One whose caller has been answered: it need not wait any longer. One that a worker has claimed is due later, and its own. */
export const prioritiseRefund = (db: Queryable, { accountId, id }: SaleKey, now: Date) =>
  db.query(sql`
    update refund set due_at = ${now}
    where account_id = ${accountId} and id = ${id} and status = 'PENDING' and lookups = 0 and due_at > ${now}
      and due_at <= created_at + ${ANSWERED_MS} * interval '1 millisecond'`)
