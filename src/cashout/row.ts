// The row of a cashout, and the cashout that it is.
import { raw } from 'sql-template-tag'
import type { Centavos } from '#kernel/money.ts'
import type { CashoutFailureCode } from '#kernel/payment-failure.ts'
import type { PixKeyType } from '#kernel/pix/pix-key.ts'
import type { Cashout, CashoutState } from './cashout.ts'

export interface CashoutRow {
  account_id: number
  id: bigint
  uuid: string
  state: CashoutState
  version: number
  amount_centavos: Centavos
  fee_fixed_centavos: Centavos
  fee_variable_centavos: Centavos
  net_centavos: Centavos
  pix_key: string
  pix_key_type: PixKeyType
  holder_document: string | null
  description: string | null
  external_reference: string | null
  postback_url: string | null
  hold_seq: bigint
  payout_id: string | null
  end_to_end_id: string | null
  failure_code: CashoutFailureCode | null
  failure_message: string | null
  restored: boolean
  wait: 'OPEN' | 'OVER' | null
  returned_centavos: Centavos
  returned_at: Date | null
  created_at: Date
  updated_at: Date
  processed_at: Date | null
}

// Named, never *: a column that a later version adds must not break the statements that this process has prepared.
export const COLUMNS = raw(
  `account_id id uuid state version amount_centavos fee_fixed_centavos fee_variable_centavos net_centavos pix_key
  pix_key_type holder_document description external_reference postback_url hold_seq payout_id end_to_end_id failure_code
  failure_message restored wait returned_centavos returned_at created_at updated_at processed_at`
    .split(/\s+/)
    .map(column => `withdrawal.${column}`)
    .join(', '),
)

export const cashoutOf = (row: CashoutRow): Cashout => ({
  accountId: row.account_id,
  id: row.id,
  uuid: row.uuid,
  state: row.state,
  version: row.version,
  amount: row.amount_centavos,
  feeFixed: row.fee_fixed_centavos,
  feeVariable: row.fee_variable_centavos,
  net: row.net_centavos,
  pixKey: row.pix_key,
  pixKeyType: row.pix_key_type,
  holderDocument: row.holder_document,
  description: row.description,
  externalReference: row.external_reference,
  postbackUrl: row.postback_url,
  holdSeq: row.hold_seq,
  payoutId: row.payout_id,
  endToEndId: row.end_to_end_id,
  failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
  restored: row.restored,
  waiting: row.wait === 'OPEN',
  returned: row.returned_centavos,
  returnedAt: row.returned_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  processedAt: row.processed_at,
})
