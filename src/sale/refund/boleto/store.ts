// The SQL of boletos whose money their PSP disputes or has taken back. It says that of the charge, and of no single payment.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { IncomingPayment, IncomingPaymentKey } from '../../incoming-payment/incoming-payment.ts'
import { lockIncomingPayments } from '../../incoming-payment/store.ts'
import type { SaleKey } from '../../sale.ts'
import type { RefundKey, RefundStatus } from '../refund.ts'

export interface BoletoTakenBack {
  state: 'contested' | 'refunded'
  chargeId: string
}

/** null: its PSP says neither, or it came by no boleto. It is locked, and a report of its charge waits for that. */
export async function findBoletoTakenBack(
  tx: Transaction,
  { accountId, id }: IncomingPaymentKey,
): Promise<BoletoTakenBack | null> {
  const [back] = await tx.query<BoletoTakenBack>(sql`
    select reported_state as state, charge_id as "chargeId" from receipt
    join charge on charge.account_id = receipt.account_id and charge.sale_id = receipt.sale_id and method = 'boleto'
    where receipt.account_id = ${accountId} and receipt.id = ${id} and charge_payment_id is not null
      and reported_state in ('contested', 'refunded')`)
  return back ?? null
}

/**
 * What has become of the Pix by which a boleto was paid, where that has shown since its refund to a key was asked for: its payer disputes it, or
 * has got it back.
 */
export async function findPixTakenBack(
  tx: Transaction,
  { accountId, id }: IncomingPaymentKey,
): Promise<BoletoTakenBack['state'] | null> {
  const [back] = await tx.query<{ state: BoletoTakenBack['state'] | null }>(sql`
    select case when bool_or(closed_at is null) then 'contested' when bool_or(forfeited_centavos > 0) then 'refunded' end as state
    from receipt join dispute on dispute.account_id = receipt.account_id and dispute.receipt_id = receipt.id
    where receipt.account_id = ${accountId} and receipt.id = ${id} and receipt.end_to_end_id <> charge_payment_id`)
  return back?.state ?? null
}

/** All that was paid of the boleto. Its wallet is locked. */
export async function lockPaymentsOfBoleto(tx: Transaction, { accountId, id }: SaleKey): Promise<IncomingPayment[]> {
  const keys = await tx.query<IncomingPaymentKey>(sql`
    select account_id as "accountId", id from receipt
    where account_id = ${accountId} and sale_id = ${id} and charge_payment_id is not null and status <> 'MOVED'`)
  return lockIncomingPayments(tx, keys)
}

/** Those that went to a key of the payer, or may have. A refund that has been worked on once may have been sent. */
export const findSentToKey = (db: Queryable, accountId: number, receiptIds: bigint[]) =>
  db.query<{ id: bigint }>(sql`
    select distinct receipt_id as id from refund
    where account_id = ${accountId} and receipt_id = any(${receiptIds}::bigint[]) and to_pix_key is not null
      and (status = 'COMPLETED' or status = 'PENDING' and lookups > 0)`)

/** A refund to a key, and what it gives back. */
export interface RefundToKey extends IncomingPaymentKey {
  status: RefundStatus
  /** 0: it was certainly not sent. */
  lookups: number
  /** The last time that it may have been sent; of what an older version has sent: when it was requested. */
  sentAt: Date
}

/** Locks both. */
export async function lockRefundToKey(
  tx: Transaction,
  { accountId, pspRefundId, endToEndId }: RefundKey,
): Promise<RefundToKey | null> {
  const [refund] = await tx.query<RefundToKey>(sql`
    select receipt.account_id as "accountId", receipt.id, refund.status, lookups, coalesce(sent_at, refund.created_at) as "sentAt"
    from refund join receipt on receipt.account_id = refund.account_id and receipt.id = refund.receipt_id
    where refund.account_id = ${accountId} and psp_refund_id = ${pspRefundId} and refund.end_to_end_id = ${endToEndId}
    for update of receipt, refund`)
  return refund ?? null
}

/** From now on it may have been sent: it is looked up before it is sent again. It is locked. */
export const recordSending = (tx: Transaction, { accountId, pspRefundId, endToEndId }: RefundKey, now: Date) =>
  tx.query(sql`
    update refund set lookups = greatest(lookups, 1), sent_at = ${now}, updated_at = ${now}, seal = default
    where account_id = ${accountId} and psp_refund_id = ${pspRefundId} and end_to_end_id = ${endToEndId}`)
