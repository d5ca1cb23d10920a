// An attempt by card as the gateway keeps it beside its sale. It has the token of the PSP's page, sealed, as long as it may still be tried, and
// never a number. Pure.
import type { CardBrand } from '#kernel/card/brands.ts'
import type { SettlementTerms } from '#kernel/terms/settlement.ts'
import { DAY_MS, later, MINUTE_MS } from '#kernel/time.ts'
import type { Buyer, CardAttempt, ChargeState } from '#psp/collect/port.ts'
import type { PaymentMethod } from '#sale/sale.ts'
import type { ChargeProgress } from '../charge.ts'
import type { Funding } from './request.ts'

export type Decline = NonNullable<CardAttempt['decline']>

/** Which kind of card a sale is by. */
export const fundingOf = (method: PaymentMethod): Funding => (method === 'DEBIT_CARD' ? 'debit' : 'credit')

export const METHODS = { credit: 'CREDIT_CARD', debit: 'DEBIT_CARD' } as const satisfies Record<Funding, PaymentMethod>

export interface CardCharge {
  accountId: number
  saleId: bigint
  pspAccountId: number
  /** Ours: the sale's txid. */
  ref: string
  /** The PSP's. */
  chargeId: string | null
  /** OPENING, then PAYING: it is tried, or was. CLOSING: it was declined or given up, and is cancelled at the PSP. ENDED. */
  state: ChargeProgress
  reportedState: ChargeState | null
  noticeToken: string | null
  buyer: Buyer
  /** On the PSP's page, one until the PSP has said in how many. */
  installments: number
  /** null: it is not tried any more. */
  tokenSealed: string | null
  lastFour: string | null
  brand: CardBrand | null
  decline: Decline | null
  /** Where the cardholder authenticates; null: nothing is asked of them. */
  challengeUrl: string | null
  /** Where they come back to; null: the PSP's page leads nowhere. */
  returnUrl: string | null
  /** The PSP's own page takes the card: the buyer chooses there in how many parts is paid. */
  onPage: boolean
  /** Of that page; null: it is not open, or the card was tried. */
  pageUrl: string | null
  settlement: SettlementTerms | null
  lookups: number
  createdAt: Date
  updatedAt: Date
}

/** The money is the seller's, or was. */
export const APPROVED: ReadonlySet<ChargeState> = new Set(['approved', 'paid', 'contested', 'refunded'])

/** Nobody has paid, and by this charge nobody will. */
export const ENDED_UNPAID: ReadonlySet<ChargeState> = new Set(['declined', 'cancelled', 'overdue'])

/** So long after its beginning a card is tried at most, and its token kept, whatever the PSP answers. */
export const MAX_TRYING_MS = 10 * MINUTE_MS
/** So long after its beginning a charge of which the PSP knows no attempt, or that a person has confirmed there, is closed. */
export const MAX_NEW_MS = DAY_MS
/** PSPs bound the look-ups of a day: after so many a card is looked up once a day, and when it is noticed. */
export const MAX_LOOKUPS = 12

/** No money has come of it for a day, and none will. */
export const isLeftByHand = (now: Date, { createdAt }: CardCharge, state: ChargeState): boolean =>
  state === 'byHand' && now >= later(createdAt, MAX_NEW_MS)
