// The codes of payments that failed: those that the gateway gives itself, in two closed lists, and those of a PSP. The panel has words for
// every one of the gateway's own, and quotes nobody but a PSP.

/** Of cashouts. REFUSED: the PSP has not paid it, and gave no reason. */
const CASHOUT_FAILURES = [
  'INVALID_PIX_KEY',
  'TOO_MANY_UNKNOWN_KEYS',
  'APPROVAL_REFUSED',
  'APPROVAL_EXPIRED',
  'CHECK_REFUSED',
  'RELEASED',
  'REFUSED',
] as const

/** The messages where a person, or the account's own system, has refused without a reason. */
export const NO_REASON = {
  APPROVAL_REFUSED: 'It was not approved',
  CHECK_REFUSED: 'Refused by the check of the account',
} as const satisfies Partial<Record<CashoutFailure, string>>

/** Of refunds. TAKEN_BACK: the bank has taken the money back by itself. NOT_EXECUTED: it did not happen, and no PSP gave a reason. */
const REFUND_FAILURES = ['DISPUTED', 'TAKEN_BACK', 'NOT_EXECUTED'] as const

export type CashoutFailure = (typeof CASHOUT_FAILURES)[number]
export type RefundFailure = (typeof REFUND_FAILURES)[number]

/** A PSP's own word. */
export type PspCode = string & { readonly of: 'PSP' }

export const pspCode = (code: string): PspCode => code as PspCode

export type CashoutFailureCode = CashoutFailure | PspCode
export type RefundFailureCode = RefundFailure | PspCode

export const isCashoutFailure = (code: string): code is CashoutFailure => CASHOUT_FAILURES.some(own => own === code)

export const isRefundFailure = (code: string): code is RefundFailure => REFUND_FAILURES.some(own => own === code)
