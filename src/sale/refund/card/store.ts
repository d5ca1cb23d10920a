// The SQL of refunds of cards. The caller has locked the sale, but where it says otherwise.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { ChargeState } from '#psp/collect/port.ts'
import type { SaleKey } from '../../sale.ts'
import type { RefundKey, RefundStatus, RefundWait } from '../refund.ts'
import type { Others } from './wait.ts'

/** At which PSP account a sale was paid by card; null: it was not. Without a lock. */
export async function findCardPspAccount(db: Queryable, { accountId, id }: SaleKey): Promise<number | null> {
  const [charge] = await db.query<{ pspAccountId: number }>(sql`
    select psp_account_id as "pspAccountId" from charge
    where account_id = ${accountId} and sale_id = ${id} and method = 'card'`)
  return charge?.pspAccountId ?? null
}

/** The refunds of the sale but this one. One that the PSP has refused was none. */
export async function findOthers(tx: Transaction, { accountId, id }: SaleKey, except: string | null): Promise<Others> {
  const [others] = await tx.query<Others>(sql`
    select coalesce(bool_or(sent_at is not null and status = 'PENDING'), false) as "isUnderWay", max(sent_at) as "sentAt"
    from refund
    where account_id = ${accountId} and sale_id = ${id} and status <> 'FAILED' and psp_refund_id is distinct from ${except}`)
  return others as Others
}

export interface Sending {
  status: RefundStatus
  sentAt: Date | null
  createdAt: Date
  reportedState: ChargeState | null
  /** The gateway has been in recovery since: a copy of this database may have sent it. */
  isDoubtful: boolean
}

export async function lockSending(
  tx: Transaction,
  { accountId, pspRefundId, endToEndId }: RefundKey,
  saleId: bigint,
): Promise<Sending | null> {
  const [sending] = await tx.query<Sending>(sql`
    select status, sent_at as "sentAt", refund.created_at as "createdAt", reported_state as "reportedState",
      exists (select from recovery_log where coalesce(resumed_at, 'infinity') >= refund.created_at) as "isDoubtful"
    from refund join charge on charge.account_id = refund.account_id and charge.sale_id = ${saleId}
    where refund.account_id = ${accountId} and psp_refund_id = ${pspRefundId} and end_to_end_id = ${endToEndId}
    for update of refund`)
  return sending ?? null
}

/** Before the call, which is never made again. */
export const recordSent = (tx: Transaction, { accountId, pspRefundId, endToEndId }: RefundKey, now: Date) =>
  tx.query(sql`
    update refund set sent_at = ${now}, waits_for = null, expected_at = null, updated_at = ${now}, seal = default
    where account_id = ${accountId} and psp_refund_id = ${pspRefundId} and end_to_end_id = ${endToEndId}`)

/** It certainly did not reach the PSP: it may be sent. Without a lock: nobody else works on it. */
export const recordUnsent = (db: Queryable, { accountId, pspRefundId, endToEndId }: RefundKey, now: Date) =>
  db.query(sql`
    update refund set sent_at = null, updated_at = ${now}, seal = default
    where account_id = ${accountId} and psp_refund_id = ${pspRefundId} and end_to_end_id = ${endToEndId} and status = 'PENDING'`)

export const recordWait = (
  tx: Transaction,
  { accountId, pspRefundId, endToEndId }: RefundKey,
  wait: RefundWait | null,
  { now, dueAt }: { now: Date; dueAt: Date },
) =>
  tx.query(sql`
    update refund set waits_for = ${wait?.for ?? null}, expected_at = ${wait?.until ?? null}, updated_at = ${now}, due_at = ${dueAt},
      seal = default
    where account_id = ${accountId} and psp_refund_id = ${pspRefundId} and end_to_end_id = ${endToEndId} and status = 'PENDING'`)

/** Its acquirer has settled the payment. */
export async function prioritiseSettled(tx: Transaction, paymentId: string, now: Date): Promise<void> {
  await tx.query(sql`
    update refund set due_at = ${now}
    where end_to_end_id = ${paymentId} and status = 'PENDING' and waits_for = 'SETTLEMENT'`)
}

export interface PendingRefund extends RefundKey {
  amount: Centavos
  isSent: boolean
}

/** Those of a payment that have not ended. Without a lock. */
export const findPending = (db: Queryable, paymentId: string) =>
  db.query<PendingRefund>(sql`
    select account_id as "accountId", psp_refund_id as "pspRefundId", end_to_end_id as "endToEndId", amount_centavos as amount,
      sent_at is not null as "isSent"
    from refund where end_to_end_id = ${paymentId} and status = 'PENDING' order by id`)

export interface UncertainRefund extends RefundKey {
  amount: Centavos
  status: RefundStatus
  sentAt: Date | null
}

/** null: it is of no sale by card. Without a lock. */
export async function findUncertain(db: Queryable, { accountId, id }: SaleKey): Promise<UncertainRefund | null> {
  const [refund] = await db.query<UncertainRefund>(sql`
    select refund.account_id as "accountId", psp_refund_id as "pspRefundId", refund.end_to_end_id as "endToEndId",
      amount_centavos as amount, refund.status, sent_at as "sentAt"
    from refund join charge on charge.account_id = refund.account_id and charge.sale_id = refund.sale_id and method = 'card'
    where refund.account_id = ${accountId} and refund.id = ${id} and not unasked`)
  return refund ?? null
}
