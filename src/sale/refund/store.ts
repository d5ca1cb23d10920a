// The refunds' SQL. A refund is locked after its receipt.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { IncomingPayment, UnmatchedReason } from '../incoming-payment/incoming-payment.ts'
import { COLUMNS, incomingPaymentOf, type ReceiptRow } from '../incoming-payment/store.ts'
import type { Refund, RefundStatus } from './refund.ts'

/** They are to be sent at once; those that somebody has sent before are to be asked about at once. */
export async function insertRefunds(tx: Transaction, refunds: Refund[]): Promise<void> {
  if (refunds.length === 0) return
  const of = <T>(pick: (refund: Refund) => T) => refunds.map(pick)
  await tx.query(sql`
    insert into refund (account_id, uuid, receipt_id, psp_account_id, end_to_end_id, psp_refund_id, amount_centavos, status,
      reason, asked_by, lookups, created_at, updated_at, due_at)
    select *, created_at, created_at from unnest(
      ${of(r => r.accountId)}::int[], ${of(r => r.uuid)}::uuid[], ${of(r => r.receiptId)}::bigint[],
      ${of(r => r.pspAccountId)}::int[], ${of(r => r.endToEndId)}::text[], ${of(r => r.pspRefundId)}::text[],
      ${of(r => r.amount)}::bigint[], ${of(r => r.status)}::text[], ${of(r => r.reason)}::text[],
      ${of(r => r.askedBy)}::text[], ${of(r => r.lookups)}::int[], ${of(r => r.createdAt)}::timestamptz[]
    ) as refund(account_id, uuid, receipt_id, psp_account_id, end_to_end_id, psp_refund_id, amount, status, reason, asked_by,
      lookups, created_at)`)
}

/** An id that the PSP gave is unique within its Pix, and no further. */
export interface RefundKey {
  accountId: number
  pspRefundId: string
  endToEndId: string
}

export const refundKey = (key: RefundKey) => `${key.accountId}/${key.endToEndId}/${key.pspRefundId}`

const columnsOf = (keys: RefundKey[]) => sql`
  ${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.pspRefundId)}::text[],
  ${keys.map(key => key.endToEndId)}::text[]`

/** A refund that owes work, with what the PSP is told of it. */
export interface DueRefund extends RefundKey {
  pspAccountId: number
  amount: Centavos
  /** How often it has been worked on without coming to an end. */
  lookups: number
  receiptReason: UnmatchedReason | null
  /** Of a sale, and not the return of what no sale accepted. */
  ofSale: boolean
  /** The PSP's own doing: it is asked about, and never sent. */
  unasked: boolean
}

/**
 * Takes the refunds that owe work until `until`; taking one twice does no harm, since it keeps its id. None while the house
 * is in recovery: what this database believes to owe may have been done long ago. `except`: PSP accounts that are left alone.
 */
export const leaseRefunds = (db: Queryable, now: Date, until: Date, limit: number, except: number[] = []) =>
  db.query<DueRefund>(sql`
    with due as (
      select account_id, id from refund
      where due_at <= ${now} and psp_account_id <> all(${except}::int[]) and not exists (select from house where recovering_since is not null)
      order by due_at limit ${limit} for update skip locked
    )
    update refund set due_at = ${until} from due, receipt
    where refund.account_id = due.account_id and refund.id = due.id
      and receipt.account_id = refund.account_id and receipt.id = refund.receipt_id
    returning refund.account_id as "accountId", refund.psp_refund_id as "pspRefundId",
      refund.psp_account_id as "pspAccountId", refund.end_to_end_id as "endToEndId", refund.amount_centavos as amount,
      refund.lookups, receipt.reason as "receiptReason", refund.sale_id is not null as "ofSale", refund.unasked`)

/** The PSP answered without an end, or not at all: it is asked again at `dueAt`. */
export const recordLookup = (
  db: Queryable,
  { accountId, pspRefundId, endToEndId }: RefundKey,
  dueAt: Date,
  now: Date,
) =>
  db.query(sql`
    update refund set lookups = lookups + 1, due_at = ${dueAt}, updated_at = ${now}, seal = default
    where account_id = ${accountId} and psp_refund_id = ${pspRefundId} and end_to_end_id = ${endToEndId}
      and status = 'PENDING'`)

export interface KeptRefund extends RefundKey {
  id: bigint
  status: RefundStatus
  amount: Centavos
  receipt: IncomingPayment
  /** See sale-refund.ts; null: it gives back what no sale accepted. */
  saleId: bigint | null
}

interface KeptRow extends ReceiptRow {
  refund_id: bigint
  refund_status: RefundStatus
  refund_amount: Centavos
  psp_refund_id: string
  refund_pix: string
  refunded_sale_id: bigint | null
}

const keptOf = (row: KeptRow): KeptRefund => ({
  accountId: row.account_id,
  pspRefundId: row.psp_refund_id,
  endToEndId: row.refund_pix,
  id: row.refund_id,
  status: row.refund_status,
  amount: row.refund_amount,
  receipt: incomingPaymentOf(row),
  saleId: row.refunded_sale_id,
})

/** Locks refunds with their receipts, in order. */
export async function lockRefunds(tx: Transaction, keys: RefundKey[]): Promise<KeptRefund[]> {
  const rows = await tx.query<KeptRow>(sql`
    select ${COLUMNS}, refund.id as refund_id, refund.status as refund_status, refund.amount_centavos as refund_amount,
      refund.psp_refund_id, refund.end_to_end_id as refund_pix, refund.sale_id as refunded_sale_id
    from unnest(${columnsOf(keys)}) as key(account_id, psp_refund_id, end_to_end_id)
    join refund on refund.account_id = key.account_id and refund.psp_refund_id = key.psp_refund_id
      and refund.end_to_end_id = key.end_to_end_id
    join receipt on receipt.account_id = refund.account_id and receipt.id = refund.receipt_id
    order by receipt.account_id, receipt.id, refund.id for update of receipt, refund`)
  return rows.map(keptOf)
}

/** A refund that is known here, by the ids that a PSP tells of it. */
export interface KnownRefund extends RefundKey {
  rtrId: string | null
  status: RefundStatus
  unasked: boolean
}

/** All refunds of these Pix. */
export const findRefundsOfPix = (db: Queryable, endToEndIds: string[]) =>
  db.query<KnownRefund>(sql`
    select account_id as "accountId", psp_refund_id as "pspRefundId", end_to_end_id as "endToEndId", rtr_id as "rtrId", status,
      unasked
    from refund where end_to_end_id = any(${endToEndIds}::text[])`)

export interface Ending {
  accountId: number
  id: bigint
  status: 'COMPLETED' | 'FAILED'
  rtrId: string | null
  failure: { code: string; reason: string } | null
}

/** Ends refunds that are locked. */
export async function endRefunds(tx: Transaction, endings: Ending[], now: Date): Promise<void> {
  if (endings.length === 0) return
  const of = <T>(pick: (ending: Ending) => T) => endings.map(pick)
  await tx.query(sql`
    update refund set status = ending.status, rtr_id = ending.rtr_id, failure_code = ending.code,
      failure_message = ending.message, due_at = null, updated_at = ${now}, completed_at = ${now}, seal = default
    from unnest(${of(e => e.accountId)}::int[], ${of(e => e.id)}::bigint[], ${of(e => e.status)}::text[],
      ${of(e => e.rtrId)}::text[], ${of(e => e.failure?.code ?? null)}::text[],
      ${of(e => e.failure?.reason ?? null)}::text[]) as ending(account_id, id, status, rtr_id, code, message)
    where refund.account_id = ending.account_id and refund.id = ending.id`)
}
