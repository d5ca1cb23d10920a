// The states of a payment link, in tones; their names are in words.ts. A link whose stock is gone sells nothing either.
import type { PaymentLink } from '../api/money/payment-links.ts'
import type { Tone } from '../ui/feedback/status-badge.tsx'

type LinkState = PaymentLink['status'] | 'SOLD_OUT'

export const LINK_TONES: Record<LinkState, Tone> = {
  ACTIVE: 'good',
  SOLD_OUT: 'attention',
  EXPIRED: 'quiet',
  ARCHIVED: 'quiet',
}

export const LINK_STATUSES = ['ACTIVE', 'EXPIRED', 'ARCHIVED'] as const

/** A session is not archived. */
export const SESSION_STATUSES = ['ACTIVE', 'EXPIRED'] as const

export function linkStateOf({ status, maxSales, sold, reserved }: PaymentLink): LinkState {
  const isSoldOut = maxSales !== null && sold + reserved >= maxSales
  return status === 'ACTIVE' && isSoldOut ? 'SOLD_OUT' : status
}
