// A cart: one buyer's try at buying something. What it is, its states, and when each is left. Pure; the verbs beside this file store
// what is decided here.
//
//   OPEN ------> COMPLETED   a sale of it is paid
//     |  \-----> EXPIRED     nobody has come back for long, its buyer has bought by another cart, or its seller has closed it
//     v            |  ^
//   ABANDONED -----|--/      told as cart.abandoned, once
//     v            v
//   RECOVERED <-- (a late payment is accepted) --> COMPLETED where it was never abandoned
//
// It is abandoned at most once and never after a payment. A refund, a dispute or a second sale changes nothing.
import type { Centavos } from '#kernel/money.ts'
import { DAY_MS, SECOND_MS } from '#kernel/time.ts'

export const CART_STATES = ['OPEN', 'ABANDONED', 'RECOVERED', 'COMPLETED', 'EXPIRED'] as const
export type CartState = (typeof CART_STATES)[number]

/** Every change of state that there is. */
const NEXT: Record<CartState, readonly CartState[]> = {
  OPEN: ['ABANDONED', 'COMPLETED', 'EXPIRED'],
  ABANDONED: ['RECOVERED', 'EXPIRED'],
  EXPIRED: ['RECOVERED', 'COMPLETED'],
  RECOVERED: [],
  COMPLETED: [],
}

const mayBecome = (from: CartState, to: CartState): boolean => NEXT[from].includes(to)

export interface CartKey {
  accountId: number
  id: bigint
}

export interface CartItem {
  title: string
  unitPrice: Centavos
  quantity: number
  tangible: boolean
}

export interface CartCustomer {
  name: string
  /** Absent ones are "". The document is digits (or an alphanumeric CNPJ), the phone is digits. */
  email: string
  phone: string
  document: string
}

/** Where the goods go. */
export interface DeliveryAddress {
  zipCode: string
  street: string
  number: string
  complement: string
  district: string
  city: string
  state: string
}

/** Whether the buyer wants to be written offers; to which text that was said, and when. */
export interface MarketingConsent {
  given: boolean
  textVersion: string
  at: string
}

export interface Cart extends CartKey {
  uuid: string
  /** null: of the seller's own shop. */
  checkoutId: bigint | null
  /** Of that checkout, for those who hear of the cart. */
  checkoutUuid: string | null
  state: CartState
  /** How many events tell of it. */
  version: number
  /** Raised with each change of what is bought or by whom. */
  revision: number
  customer: CartCustomer
  address: DeliveryAddress | null
  consent: MarketingConsent | null
  items: CartItem[]
  shipping: Centavos
  discount: Centavos
  amount: Centavos
  utm: Record<string, unknown> | null
  /** Of the seller's own shop. */
  recoveryUrl: string | null
  /** Of a cart of ours, once it is abandoned. */
  recoveryTokenSealed: string | null
  externalReference: string | null
  /** null: it is never abandoned. */
  abandonAfterSeconds: number | null
  lastActivityAt: Date
  abandonedAt: Date | null
  recoveredAt: Date | null
  endedAt: Date | null
  erasedAt: Date | null
  paidSaleId: bigint | null
  createdAt: Date
}

/** A cart that nobody comes back for ends after so long, and its recovery link with it. */
const IDLE_MS = 30 * DAY_MS
/** A PSP that says nothing holds an abandonment up for so long at most. */
export const MAX_POSTPONED_MS = DAY_MS

const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

export type DueWork = 'abandon' | 'expire'

/** What the cart owes next, and when; null once it has ended. */
export function nextWork(cart: Cart): { work: DueWork; at: Date } | null {
  const { state, abandonAfterSeconds, lastActivityAt, abandonedAt } = cart
  if (state === 'OPEN' && abandonAfterSeconds !== null)
    return { work: 'abandon', at: later(lastActivityAt, abandonAfterSeconds * SECOND_MS) }
  if (state === 'OPEN') return { work: 'expire', at: later(lastActivityAt, IDLE_MS) }
  if (state === 'ABANDONED') return { work: 'expire', at: later(abandonedAt ?? lastActivityAt, IDLE_MS) }
  return null
}

function moved(cart: Cart, state: CartState, change: Partial<Cart>): Cart {
  if (!mayBecome(cart.state, state)) throw new Error(`a cart cannot go from ${cart.state} to ${state}`)
  const next = { ...cart, ...change, state }
  return { ...next, version: Number(next.abandonedAt !== null) + Number(next.recoveredAt !== null) }
}

export const abandoned = (cart: Cart, at: Date, recoveryTokenSealed: string | null): Cart =>
  moved(cart, 'ABANDONED', { abandonedAt: at, recoveryTokenSealed })

export const expired = (cart: Cart, at: Date): Cart => moved(cart, 'EXPIRED', { endedAt: at })

/** In the commit that books the money. Answers RECOVERED where it was told as abandoned before. */
export const paid = (cart: Cart, saleId: bigint, at: Date): Cart =>
  cart.abandonedAt === null
    ? moved(cart, 'COMPLETED', { paidSaleId: saleId, endedAt: at })
    : moved(cart, 'RECOVERED', { paidSaleId: saleId, endedAt: at, recoveredAt: at })

/** Can still be bought, as far as the cart itself says. */
export const isOpen = ({ state }: Pick<Cart, 'state'>): boolean => state === 'OPEN' || state === 'ABANDONED'

const NOBODY: CartCustomer = { name: '', email: '', phone: '', document: '' }

/** Without what says who the buyer is. What was bought stays. */
export const erased = (cart: Cart, at: Date): Cart => ({
  ...cart,
  customer: NOBODY,
  address: null,
  consent: null,
  recoveryTokenSealed: null,
  erasedAt: at,
})

/** As long as its recovery link leads somewhere. */
export const isRecoverable = (cart: Cart, now: Date): boolean =>
  cart.state === 'ABANDONED' && cart.abandonedAt !== null && later(cart.abandonedAt, IDLE_MS) > now
