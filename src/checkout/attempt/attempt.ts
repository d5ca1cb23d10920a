// What somebody may do at the hosted checkout how often. Buyers have no password, so all that is known of them is the address that they
// come from; what a bound counts for an IPv6 address is its /64. Pure.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'

export const ATTEMPT_KINDS = ['page', 'state', 'cart', 'charge', 'card', 'unknown'] as const
export type AttemptKind = (typeof ATTEMPT_KINDS)[number]

/** A cart is charged: it is counted for the cart too. */
export type CartAttemptKind = Extract<AttemptKind, 'charge' | 'card'>
export type AddressAttemptKind = Exclude<AttemptKind, CartAttemptKind>

/** Who does it. */
export interface AttemptOrigin {
  /** `request.ip`, which follows TRUST_PROXY. */
  address: string
}

export interface CartOrigin extends AttemptOrigin {
  /** The cart that is to be charged. */
  cartId: bigint
  /** Of who pays by card; "": not known. */
  document?: string
}

export type Attempt = [kind: AddressAttemptKind, origin: AttemptOrigin] | [kind: CartAttemptKind, origin: CartOrigin]

export interface Bound {
  of: 'address' | 'cart' | 'document'
  max: number
  /** From the first attempt on. After that the count begins anew. */
  windowMs: number
}

/** Asked for so often that they are counted in the memory of each process. */
export const READING_KINDS = ['page', 'state'] as const satisfies AttemptKind[]
export type ReadingKind = (typeof READING_KINDS)[number]

export const READING_BOUNDS: Record<ReadingKind, Bound> = {
  page: { of: 'address', max: 120, windowMs: MINUTE_MS },
  // An open page without its stream asks every five seconds, and behind one address there may be many.
  state: { of: 'address', max: 600, windowMs: MINUTE_MS },
}

export const isReading = (kind: AttemptKind): kind is ReadingKind => READING_KINDS.some(one => one === kind)

/** Longer than a cart is open. */
const CART_LIFE_MS = 31 * DAY_MS

/** Counted in the database. */
export const BOUNDS: Record<Exclude<AttemptKind, ReadingKind>, readonly Bound[]> = {
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
  // Beside the others: who tries stolen cards has many, and few carts, addresses and documents.
  card: [
    { of: 'cart', max: 4, windowMs: CART_LIFE_MS },
    { of: 'address', max: 8, windowMs: HOUR_MS },
    { of: 'document', max: 8, windowMs: HOUR_MS },
  ],
  unknown: [{ of: 'address', max: 20, windowMs: MINUTE_MS }],
}
