// The types of lines in the groups that people look for. Complete: a type without a group does not compile.
import type { LineType } from '../api/money/statement.ts'
import type { LineKind } from './search.ts'

export const KIND_OF: Record<LineType, LineKind> = {
  SALE: 'sales',
  SALE_FEE: 'sales',
  SALE_CHARGES: 'sales',
  SALE_FEE_RETURNED: 'sales',
  SALE_UNDONE: 'sales',
  RESERVE_HELD: 'reserve',
  RESERVE_RELEASED: 'reserve',
  SETTLEMENT_HELD: 'sales',
  SETTLEMENT_RELEASED: 'sales',
  CASHOUT_HELD: 'cashouts',
  CASHOUT_PAID: 'cashouts',
  CASHOUT_FEE: 'cashouts',
  CASHOUT_RELEASED: 'cashouts',
  CASHOUT_RETURNED: 'cashouts',
  CASHOUT_CHARGED: 'cashouts',
  CASHOUT_UNCHARGED: 'cashouts',
  RECEIPT_CREDITED: 'receipts',
  REFUND_HELD: 'refunds',
  REFUND_PAID: 'refunds',
  REFUND_RELEASED: 'refunds',
  REFUND_FORCED: 'refunds',
  DISPUTE_HELD: 'disputes',
  DISPUTE_RELEASED: 'disputes',
  DISPUTE_TAKEN: 'disputes',
  DISPUTE_CHARGED: 'disputes',
  ORDER_HELD: 'orders',
  ORDER_RELEASED: 'orders',
  ORDER_TAKEN: 'orders',
  CORRECTION_CREDIT: 'corrections',
  CORRECTION_DEBIT: 'corrections',
}

/** The kinds, as the query names them. */
export const typesOf = (kind: LineKind): string =>
  (Object.keys(KIND_OF) as LineType[]).filter(type => KIND_OF[type] === kind).join(',')
