// What somebody may do at the hosted checkout how often. Buyers have no password, so all that is known of them is the address that they
// come from; what a bound counts for an IPv6 address is its /64. Pure.
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'

export const ATTEMPT_KINDS = ['page', 'cart', 'charge', 'unknown-token'] as const
export type AttemptKind = (typeof ATTEMPT_KINDS)[number]

/** Who does it. */
export interface AttemptOrigin {
  /** `request.ip`, which follows TRUST_PROXY. */
  address: string
  /** The uuid of the cart that is to be charged. */
  cartId?: string
}

export interface Bound {
  of: 'address' | 'cart'
  max: number
  /** From the first attempt on. After that the count begins anew. */
  windowMs: number
}

/** A page has one bound: it is counted in the memory of the process. */
export const PAGE_BOUND: Bound = { of: 'address', max: 120, windowMs: MINUTE_MS }

/** The bounds of each kind whose attempts are counted in the database. */
export const BOUNDS: Record<Exclude<AttemptKind, 'page'>, readonly Bound[]> = {
  // A cart that did not exist: it stores a person's data, and may become a notification.
  cart: [
    { of: 'address', max: 10, windowMs: MINUTE_MS },
    { of: 'address', max: 60, windowMs: HOUR_MS },
  ],
  // By the hour and not for ever: a buyer whose codes have expired, or who returns by a recovery link, is let in again.
  charge: [
    { of: 'cart', max: 5, windowMs: HOUR_MS },
    { of: 'address', max: 10, windowMs: MINUTE_MS },
  ],
  'unknown-token': [{ of: 'address', max: 20, windowMs: MINUTE_MS }],
}
