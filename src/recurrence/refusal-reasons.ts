// Why a request about recurring PIX is refused, by name: the panel says each in words of its own, in both of its languages. API keys read
// the message instead.
import type { FailureReason } from '#kernel/failure.ts'

const REFUSAL_REASONS = [
  // What the account or its provider lacks.
  'NO_PRICE',
  'FEES_EXCEED_AMOUNT',
  'NO_PROVIDER',
  'NOT_OFFERED_BY_PROVIDER',
  'NO_RECEIVING_ACCOUNT',
  'JOURNEY_NOT_OFFERED',
  'PROVIDER_OFF',
  'PROVIDER_REFUSED', // text: the provider's own words
  // Days.
  'TOO_EARLY', // day
  'NOT_AFTER_FIRST_PAYMENT', // day
  'AFTER_LAST_DAY', // day
  'ENDS_BEFORE_START', // day
  'BILL_DUE_IN_PAST', // day
  'BEFORE_FIRST_DEBIT', // day
  'DAY_OUT_OF_RANGE', // from, to
  'SETTLES_IN_NEXT_CYCLE',
  'TOO_LATE_FOR_BANK',
  'OTHER_CYCLE', // cycle
  // Amounts.
  'AMOUNT_MISSING',
  'BELOW_MINIMUM', // amount
  'FIXED_AMOUNT', // amount
  // States.
  'CONTRACT_IN_USE', // idRec
  'NOT_AUTHORISED',
  'ALREADY_AUTHORISED',
  'ENDED',
  'BEING_CANCELLED',
  'REQUEST_OPEN',
  'FIRST_PAYMENT_OPEN',
  'CYCLE_HAS_DEBIT', // cycle
  'DEBIT_ORDERED',
  'DEBIT_BEING_CANCELLED',
  // Further tries.
  'NO_RETRIES_PERMITTED',
  'NOT_TO_BE_TRIED',
  'TRY_OPEN', // day
  'NOT_TRIED_YET',
  'RETRIES_USED',
  'FAILED_FOR_GOOD',
  'NO_DAY_LEFT',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** `values`: what the sentence speaks of. Days are written as 2027-02-10, amounts in cents. */
export const because = (name: RefusalReason, values: Record<string, string | number> = {}): FailureReason => ({
  ...values,
  name,
})
