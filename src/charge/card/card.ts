// An attempt by card as the gateway keeps it beside its sale. It has the token of the PSP's page, sealed, as long as it may still be tried, and
// never a number. Pure.
import type { CardBrand } from '#kernel/card/brands.ts'
import type { SettlementTerms } from '#kernel/terms/settlement.ts'
import type { Buyer, CardAttempt, ChargeState } from '#psp/collect/port.ts'
import type { ChargeProgress } from '../charge.ts'

export type Decline = NonNullable<CardAttempt['decline']>

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
  installments: number
  /** null: it is not tried any more. */
  tokenSealed: string | null
  lastFour: string | null
  brand: CardBrand | null
  decline: Decline | null
  settlement: SettlementTerms | null
  lookups: number
  createdAt: Date
  updatedAt: Date
}

/** The money is the seller's, or was. */
export const APPROVED: ReadonlySet<ChargeState> = new Set(['approved', 'paid', 'contested', 'refunded'])

/** Nobody has paid, and by this charge nobody will. */
export const ENDED_UNPAID: ReadonlySet<ChargeState> = new Set(['declined', 'cancelled', 'overdue'])
