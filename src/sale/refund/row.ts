// A refund as the database keeps it. Both origins lie in one table: what is of no sale is of unmatched money.
import sql from 'sql-template-tag'
import type { RefundFailureCode } from '#kernel/payment-failure.ts'
import type { PixKeyType } from '#kernel/pix/pix-key.ts'
import type { Refund, RefundTarget, RefundWait, SaleRefund } from './refund.ts'

/** With the aliases of REFUND_COLUMNS. */
export interface RefundRow
  extends Omit<SaleRefund, 'origin' | 'saleId' | 'saleUuid' | 'failure' | 'to' | 'wait'>,
    TargetRow,
    WaitRow {
  saleId: bigint | null
  saleUuid: string | null
  failureCode: RefundFailureCode | null
  failureMessage: string | null
}

export interface TargetRow {
  toPixKey: string | null
  toPixKeyType: PixKeyType | null
  toDocument: string | null
}

export interface WaitRow {
  waitsFor: RefundWait['for'] | null
  expectedAt: Date | null
}

const waitOf = ({ waitsFor, expectedAt }: WaitRow): RefundWait | null =>
  waitsFor === null || expectedAt === null ? null : { for: waitsFor, until: expectedAt }

export const TARGET_COLUMNS = sql`
  refund.to_pix_key as "toPixKey", refund.to_pix_key_type as "toPixKeyType", refund.to_document as "toDocument"`

export const targetOf = ({ toPixKey, toPixKeyType, toDocument }: TargetRow): RefundTarget | null =>
  toPixKey === null || toPixKeyType === null || toDocument === null
    ? null
    : { pixKey: toPixKey, pixKeyType: toPixKeyType, document: toDocument }

/** Of `refund`, beside which `sale` is joined. */
export const REFUND_COLUMNS = sql`
  refund.account_id as "accountId", refund.id, refund.uuid, refund.receipt_id as "receiptId",
  refund.psp_account_id as "pspAccountId", refund.end_to_end_id as "endToEndId", refund.psp_refund_id as "pspRefundId",
  refund.amount_centavos as amount, ${TARGET_COLUMNS}, refund.status, refund.reason, refund.asked_by as "askedBy", refund.rtr_id as "rtrId",
  refund.failure_code as "failureCode", refund.failure_message as "failureMessage", refund.created_at as "createdAt",
  refund.completed_at as "endedAt", refund.sale_id as "saleId", sale.uuid as "saleUuid", refund.unasked as "pspInitiated",
  refund.nature, refund.external_reference as "externalReference", refund.hold_seq as "holdSeq",
  refund.reserve_centavos as reserve, refund.disputed_centavos as disputed, refund.returns_fee as "returnsFee",
  refund.fee_returned_centavos as "feeReturned", refund.version, refund.waits_for as "waitsFor",
  refund.expected_at as "expectedAt"`

export const JOIN_SALE = sql`left join sale on sale.account_id = refund.account_id and sale.id = refund.sale_id`

export function refundOf(row: RefundRow): Refund {
  const { saleId, saleUuid } = row
  if (saleId !== null && saleUuid !== null) return saleRefundOf({ ...row, saleId, saleUuid })
  return {
    origin: 'unmatched',
    accountId: row.accountId,
    id: row.id,
    uuid: row.uuid,
    receiptId: row.receiptId,
    pspAccountId: row.pspAccountId,
    endToEndId: row.endToEndId,
    pspRefundId: row.pspRefundId,
    amount: row.amount,
    to: targetOf(row),
    status: row.status,
    reason: row.reason,
    askedBy: row.askedBy,
    rtrId: row.rtrId,
    failure: failureOf(row),
    createdAt: row.createdAt,
    endedAt: row.endedAt,
  }
}

export interface SaleRefundRow extends RefundRow {
  saleId: bigint
  saleUuid: string
}

export function saleRefundOf({ failureCode, failureMessage, ...row }: SaleRefundRow): SaleRefund {
  const { toPixKey, toPixKeyType, toDocument, waitsFor, expectedAt, ...refund } = row
  const to = targetOf({ toPixKey, toPixKeyType, toDocument })
  const wait = waitOf({ waitsFor, expectedAt })
  return { ...refund, origin: 'sale', to, wait, failure: failureOf({ failureCode, failureMessage }) }
}

const failureOf = ({ failureCode, failureMessage }: Pick<RefundRow, 'failureCode' | 'failureMessage'>) =>
  failureCode === null ? null : { code: failureCode, message: failureMessage ?? '' }
