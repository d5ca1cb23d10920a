// The SQL of refunds. A refund is locked after the wallet of its account and after its incoming payment.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { PathId } from '#http/request/path-id.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import type { Centavos } from '#kernel/money.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { IncomingPaymentStatus, UnmatchedReason } from '../incoming-payment/incoming-payment.ts'
import type { SaleKey } from '../sale.ts'
import type { NewRefund, Refund, RefundKey, RefundStatus, RefundTarget, SaleRefund } from './refund.ts'
import {
  JOIN_SALE,
  REFUND_COLUMNS,
  type RefundRow,
  refundOf,
  type SaleRefundRow,
  saleRefundOf,
  TARGET_COLUMNS,
  type TargetRow,
  targetOf,
} from './row.ts'

export async function mintRefundIds(tx: Transaction, count: number): Promise<bigint[]> {
  if (count === 0) return []
  const rows = await tx.query<{ id: bigint }>(sql`
    select nextval(pg_get_serial_sequence('refund', 'id')) as id from generate_series(1, ${count}::int)`)
  return rows.map(({ id }) => id)
}

export async function mintRefundId(tx: Transaction): Promise<bigint> {
  const [id] = await mintRefundIds(tx, 1)
  return id as bigint
}

export async function insertRefunds(tx: Transaction, all: NewRefund[]): Promise<void> {
  if (all.length === 0) return
  const of = <T>(pick: (refund: Refund) => T) => all.map(({ refund }) => pick(refund))
  const ofSale = <T>(pick: (refund: SaleRefund) => T, otherwise: T) =>
    all.map(({ refund }) => (refund.origin === 'sale' ? pick(refund) : otherwise))
  await tx.query(sql`
    insert into refund (account_id, id, uuid, receipt_id, psp_account_id, end_to_end_id, psp_refund_id, amount_centavos, status,
      reason, asked_by, rtr_id, sale_id, unasked, nature, external_reference, hold_seq, reserve_centavos, returns_fee, to_pix_key,
      to_pix_key_type, to_document, waits_for, expected_at, lookups, created_at, updated_at, due_at)
    overriding system value
    select account_id, id, uuid, receipt_id, psp_account_id, end_to_end_id, psp_refund_id, amount, status, reason, asked_by,
      rtr_id, sale_id, psp_initiated, nature, external_reference, hold_seq, reserve, returns_fee, to_pix_key,
      to_pix_key_type, to_document, waits_for, expected_at, lookups, created_at, created_at, due_at
    from unnest(
      ${of(r => r.accountId)}::int[], ${of(r => r.id)}::bigint[], ${of(r => r.uuid)}::uuid[], ${of(r => r.receiptId)}::bigint[],
      ${of(r => r.pspAccountId)}::int[], ${of(r => r.endToEndId)}::text[], ${of(r => r.pspRefundId)}::text[],
      ${of(r => r.amount)}::bigint[], ${of(r => r.status)}::text[], ${of(r => r.reason)}::text[], ${of(r => r.askedBy)}::text[],
      ${of(r => r.rtrId)}::text[], ${ofSale<bigint | null>(r => r.saleId, null)}::bigint[],
      ${ofSale(r => r.pspInitiated, false)}::boolean[], ${ofSale(r => r.nature, null)}::text[],
      ${ofSale(r => r.externalReference, null)}::text[], ${ofSale(r => r.holdSeq, null)}::bigint[],
      ${ofSale<bigint>(r => r.reserve, 0n)}::bigint[], ${ofSale(r => r.returnsFee, false)}::boolean[],
      ${of(r => r.to?.pixKey ?? null)}::text[], ${of(r => r.to?.pixKeyType ?? null)}::text[], ${of(r => r.to?.document ?? null)}::text[],
      ${ofSale<string | null>(r => r.wait?.for ?? null, null)}::text[], ${ofSale<Date | null>(r => r.wait?.until ?? null, null)}::timestamptz[],
      ${all.map(({ isKnownToPsp }) => (isKnownToPsp ? 1 : 0))}::int[], ${of(r => r.createdAt)}::timestamptz[],
      ${all.map(({ dueAt }) => dueAt)}::timestamptz[]
    ) as new(account_id, id, uuid, receipt_id, psp_account_id, end_to_end_id, psp_refund_id, amount, status, reason, asked_by,
      rtr_id, sale_id, psp_initiated, nature, external_reference, hold_seq, reserve, returns_fee, to_pix_key, to_pix_key_type,
      to_document, waits_for, expected_at, lookups, created_at, due_at)`)
}

/** A refund that owes work, with what its sending takes. */
export interface DueRefund extends RefundKey {
  origin: Refund['origin']
  pspAccountId: number
  amount: Centavos
  /** How often it has been worked on without coming to an end. */
  lookups: number
  /** Why no sale accepted the payment. */
  unmatchedReason: UnmatchedReason | null
  /** Then it is looked up, and never sent. */
  pspInitiated: boolean
  /** null: it goes back as it came. */
  to: RefundTarget | null
  /** null: it does not go back to a card. */
  card: CardOfRefund | null
  createdAt: Date
}

/** The charge by which a card was charged. */
export interface CardOfRefund {
  saleId: bigint
  chargeId: string
}

interface CardRow {
  saleId: bigint | null
  chargeId: string | null
}

type DueRow = Omit<DueRefund, 'to' | 'card'> & TargetRow & CardRow

const cardOf = ({ saleId, chargeId }: CardRow): CardOfRefund | null =>
  saleId === null || chargeId === null ? null : { saleId, chargeId }

/**
 * Leases the refunds that owe work until `until`; leasing one twice does no harm, since it keeps its id. None while the gateway
 * is in recovery: what this database believes to owe may have been done long ago. `except`: PSP accounts that are left alone.
 */
export async function leaseRefunds(
  db: Queryable,
  now: Date,
  until: Date,
  limit: number,
  except: number[] = [],
): Promise<DueRefund[]> {
  const rows = await db.query<DueRow>(sql`
    with due as (
      select account_id, id, receipt_id from refund
      where due_at <= ${now} and psp_account_id <> all(${except}::int[]) and not exists (select from house where recovering_since is not null)
      order by due_at limit ${limit} for update skip locked
    )
    update refund set due_at = ${until}
    from due join receipt on receipt.account_id = due.account_id and receipt.id = due.receipt_id
    left join charge on charge.account_id = receipt.account_id and charge.sale_id = receipt.sale_id and method = 'card'
      and receipt.end_to_end_id = receipt.charge_payment_id
    where refund.account_id = due.account_id and refund.id = due.id
    returning case when refund.sale_id is null then 'unmatched' else 'sale' end as origin, refund.account_id as "accountId",
      refund.psp_refund_id as "pspRefundId", refund.psp_account_id as "pspAccountId", refund.end_to_end_id as "endToEndId",
      refund.amount_centavos as amount, refund.lookups, receipt.reason as "unmatchedReason", refund.unasked as "pspInitiated",
      ${TARGET_COLUMNS}, charge.sale_id as "saleId", charge.charge_id as "chargeId", refund.created_at as "createdAt"`)
  return rows.map(({ toPixKey, toPixKeyType, toDocument, saleId, chargeId, ...refund }) => ({
    ...refund,
    card: cardOf({ saleId, chargeId }),
    to: targetOf({ toPixKey, toPixKeyType, toDocument }),
  }))
}

/** Which of these ids of payments are those of refunds to a key. */
export async function refundsAmong(db: Queryable, payoutIds: string[]): Promise<Set<string>> {
  const accountIds = payoutIds.map(accountOfPspId)
  if (accountIds.every(id => id === null)) return new Set()
  const rows = await db.query<{ id: string }>(sql`
    select psp_refund_id as id
    from unnest(${accountIds}::int[], ${payoutIds}::text[]) as asked(account_id, psp_refund_id)
    join refund using (account_id, psp_refund_id) where to_pix_key is not null`)
  return new Set(rows.map(({ id }) => id))
}

/** The PSP answered without an end, or not at all: it is asked again at `dueAt`. `lookups`: as it was leased, where its work may count itself. */
export const recordLookup = (
  db: Queryable,
  { accountId, pspRefundId, endToEndId, lookups = null }: RefundKey & { lookups?: number | null },
  dueAt: Date,
  now: Date,
) =>
  db.query(sql`
    update refund set lookups = greatest(lookups, coalesce(${lookups}::int, lookups) + 1), due_at = ${dueAt}, updated_at = ${now}, seal = default
    where account_id = ${accountId} and psp_refund_id = ${pspRefundId} and end_to_end_id = ${endToEndId}
      and status = 'PENDING'`)

/** Nothing was asked of the PSP. */
export const putOff = (db: Queryable, { accountId, pspRefundId, endToEndId }: RefundKey, dueAt: Date) =>
  db.query(sql`
    update refund set due_at = ${dueAt}
    where account_id = ${accountId} and psp_refund_id = ${pspRefundId} and end_to_end_id = ${endToEndId} and status = 'PENDING'`)

/** The caller is answered before the PSP is called: an event must not overtake the answer. It waits no longer than this. */
export const ANSWERED_MS = SECOND_MS

/** One whose caller has its answer is sent now. One that a worker has leased is due later, and stays with that worker. */
export const prioritiseRefund = (db: Queryable, { accountId, id }: SaleKey, now: Date) =>
  db.query(sql`
    update refund set due_at = ${now}
    where account_id = ${accountId} and id = ${id} and status = 'PENDING' and lookups = 0 and due_at > ${now}
      and due_at <= created_at + ${ANSWERED_MS} * interval '1 millisecond'`)

export interface LockedRefund {
  refund: Refund
  /** Of the incoming payment that it gives back. */
  paymentStatus: IncomingPaymentStatus
}

/** Locks refunds with their incoming payments, in order. */
export async function lockRefunds(tx: Transaction, keys: RefundKey[]): Promise<LockedRefund[]> {
  const rows = await tx.query<RefundRow & { paymentStatus: IncomingPaymentStatus }>(sql`
    select ${REFUND_COLUMNS}, receipt.status as "paymentStatus"
    from unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.pspRefundId)}::text[],
      ${keys.map(key => key.endToEndId)}::text[]) as key(account_id, psp_refund_id, end_to_end_id)
    join refund on refund.account_id = key.account_id and refund.psp_refund_id = key.psp_refund_id
      and refund.end_to_end_id = key.end_to_end_id
    join receipt on receipt.account_id = refund.account_id and receipt.id = refund.receipt_id
    ${JOIN_SALE}
    order by receipt.account_id, receipt.id, refund.id for update of receipt, refund`)
  return rows.map(({ paymentStatus, ...row }) => ({ refund: refundOf(row), paymentStatus }))
}

/** Stores the ends of refunds that are locked. */
export async function endRefunds(tx: Transaction, refunds: Refund[], now: Date): Promise<void> {
  if (refunds.length === 0) return
  const of = <T>(pick: (refund: Refund) => T) => refunds.map(pick)
  const ofSale = (pick: (refund: SaleRefund) => bigint) => of(refund => (refund.origin === 'sale' ? pick(refund) : 0n))
  await tx.query(sql`
    update refund set status = next.status, reserve_centavos = next.reserve, disputed_centavos = next.disputed,
      fee_returned_centavos = next.fee, rtr_id = coalesce(next.rtr_id, refund.rtr_id), failure_code = next.code,
      failure_message = next.message, version = next.version, waits_for = null, expected_at = null, due_at = null, updated_at = ${now}, completed_at = ${now},
      seal = default
    from unnest(${of(r => r.accountId)}::int[], ${of(r => r.id)}::bigint[], ${of(r => r.status)}::text[],
      ${ofSale(r => r.reserve)}::bigint[], ${ofSale(r => r.disputed)}::bigint[], ${ofSale(r => r.feeReturned)}::bigint[],
      ${of(r => r.rtrId)}::text[], ${of(r => r.failure?.code ?? null)}::text[],
      ${of(r => r.failure?.message ?? null)}::text[], ${of(r => (r.origin === 'sale' ? r.version : 0))}::int[]
    ) as next(account_id, id, status, reserve, disputed, fee, rtr_id, code, message, version)
    where refund.account_id = next.account_id and refund.id = next.id`)
}

/** A refund that is known here, by the ids that a PSP reports of it. */
export interface KnownRefund extends RefundKey {
  rtrId: string | null
  status: RefundStatus
  pspInitiated: boolean
}

/** All refunds of these Pix. */
export const findRefundsOfPix = (db: Queryable, endToEndIds: string[]) =>
  db.query<KnownRefund>(sql`
    select account_id as "accountId", psp_refund_id as "pspRefundId", end_to_end_id as "endToEndId", rtr_id as "rtrId", status,
      unasked as "pspInitiated"
    from refund where end_to_end_id = any(${endToEndIds}::text[])`)

async function findOfSale(db: Queryable, sale: SaleKey, more: Sql): Promise<SaleRefund[]> {
  const rows = await db.query<SaleRefundRow>(sql`
    select ${REFUND_COLUMNS} from refund ${JOIN_SALE}
    where refund.account_id = ${sale.accountId} and refund.sale_id = ${sale.id} and ${more}`)
  return rows.map(saleRefundOf)
}

/** Newest first, below the cursor. */
export const listRefundsOfSale = (db: Queryable, sale: SaleKey, page: { below: bigint | null; rows: number }) =>
  findOfSale(
    db,
    sale,
    sql`(${page.below}::bigint is null or refund.id < ${page.below}) order by refund.id desc limit ${page.rows}`,
  )

export async function findRefundOfSale(db: Queryable, sale: SaleKey, id: PathId): Promise<SaleRefund | null> {
  const [refund] = await findOfSale(
    db,
    sale,
    'uuid' in id ? sql`refund.uuid = ${id.uuid}` : sql`refund.id = ${id.number}`,
  )
  return refund ?? null
}
