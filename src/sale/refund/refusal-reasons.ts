// Why a refund is refused, by name: the panel says each in words of its own, in both of its languages. API keys read the message instead.
import type { FailureReason } from '#kernel/failure.ts'

const REFUND_REFUSALS = [
  'NO_REFUNDS',
  'WHOLE_ONLY',
  'TOO_LATE', // days
  'PART_TOO_LATE', // days
  'NOTHING_LEFT',
  'MORE_THAN_LEFT', // amount
  'VELOCITY_LIMIT',
] as const
export type RefundRefusal = (typeof REFUND_REFUSALS)[number]

/** `values`: what the sentence speaks of. Amounts are in cents. */
export const because = (name: RefundRefusal, values: Record<string, number> = {}): FailureReason => ({
  ...values,
  name,
})
