// A boleto as the gateway keeps it beside its sale: what it was requested with, how far it has come, and what the PSP reports. Pure.
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Buyer, ChargeState } from '#psp/collect/port.ts'
import type { SaleKey } from '#sale/sale.ts'

/**
 * OPENING: the PSP has given no id of it. OPEN: it can be paid by nobody. ISSUED: a boleto that can be paid. PAYING: an attempt by card.
 * CLOSING: it is being cancelled, and nobody goes on with it. ENDED: it owes nothing any more.
 */
export type ChargeProgress = 'OPENING' | 'OPEN' | 'ISSUED' | 'PAYING' | 'CLOSING' | 'ENDED'

export interface BoletoTerms {
  dueOn: LocalDate
  payableDaysAfterDue: number
  fineBasisPoints: number
  interestMonthlyBasisPoints: number
  message: string | null
}

export interface Boleto extends BoletoTerms {
  accountId: number
  saleId: bigint
  pspAccountId: number
  /** Ours: the sale's txid. */
  ref: string
  /** The PSP's. */
  chargeId: string | null
  state: ChargeProgress
  /** As the PSP last reported it, which goes forward only. */
  reportedState: ChargeState | null
  noticeToken: string | null
  buyer: Buyer
  /** The last day on which a bank takes it. */
  payUntil: LocalDate
  /** 47 digits. */
  line: string | null
  pdfUrl: string | null
  /** Paid at a bank, and not credited yet. */
  identifiedAt: Date | null
  /** With fine and interest. */
  paidAmount: Centavos | null
  paidOn: LocalDate | null
  /** How often the PSP was asked since it last changed. */
  lookups: number
  createdAt: Date
  updatedAt: Date
}

export const saleKeyOf = ({ accountId, saleId }: Pick<Boleto, 'accountId' | 'saleId'>): SaleKey => ({
  accountId,
  id: saleId,
})
