// Boletos and cards behind the port: a charge is opened, which nobody can pay yet, and then becomes one boleto or one attempt by card. As
// with every call of the port, an outcome is done, refused or unknown; an unknown one is looked up, never guessed. What a notice says is a
// hint; the answer of `find` is the truth. The laws of these calls: decision 0118.
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Listed, Outcome, ProbeOutcome } from '../port.ts'

/** What a request has to say of the buyer, beside name and document. */
export type BuyerField = 'email' | 'phone' | 'address'

/** An adapter is honest: when in doubt it declares the weaker. */
export interface CollectCapabilities {
  /** A second attempt on one charge: the PSP refuses it, or it may charge twice. */
  readonly secondPay: 'refused' | 'unsafe'
  readonly minimum: Centavos
  /** null: it issues no boletos. */
  readonly boleto: BoletoCapabilities | null
  /** null: it takes no cards. */
  readonly card: CardCapabilities | null
}

export interface BoletoCapabilities {
  readonly requiredFields: readonly BuyerField[]
  /** Whether a boleto has a Pix code too, where the account at the PSP is set up for it. */
  readonly bolepix: boolean
  /** Whether it says by which of the two a boleto was paid. */
  readonly reportsPaymentWay: boolean
  /** Whether `find` reports the amount that was paid. Otherwise only the charge's notice does. */
  readonly findReportsPaidAmount: boolean
  /** Days from today to the last due day that it takes. */
  readonly maxDueDays: number
}

export interface CardCapabilities {
  readonly requiredFields: readonly BuyerField[]
  readonly debit: boolean
  readonly threeDs: boolean
  /** null: there are none. */
  readonly refund: CardRefundRules | null
  readonly voidsApproved: boolean
  readonly reportsSettlement: 'whole' | 'instalment' | null
  /** Whether it reports the amount after its own fee. */
  readonly reportsCredited: boolean
  readonly reportsBrand: boolean
  readonly softDescriptor: boolean
  readonly disputes: 'state' | 'list' | null
  readonly defends: boolean
}

/** Under which conditions a PSP takes a refund of a card. */
export interface CardRefundRules {
  /** The state from which on it takes one: `paid` is only when it has settled. */
  from: 'approved' | 'paid'
  isPartial: boolean
  isOnePartialADay: boolean
  /** So many days after the payment: in part, and as a whole. */
  partialDays: number
  totalDays: number
  hasLookup: boolean
}

export interface OpenRequest {
  /** Ours, minted and stored before the call. */
  ref: string
  amount: Centavos
  title: string
  /** Where the PSP reports the charge. */
  noticeUrl: string
}

export interface Buyer {
  name: string
  document: string
  email?: string
  phone?: string
  address?: Address
}

export interface Address {
  street: string
  number: string
  complement?: string
  district: string
  city: string
  state: string
  zipCode: string
}

export interface BoletoRequest {
  /** Those of `open`: the answer is held against them. */
  amount: Centavos
  buyer: Buyer
  dueOn: LocalDate
  payableDaysAfterDue: number
  fineBasisPoints: number
  interestMonthlyBasisPoints: number
  /** What the buyer reads on it. */
  message?: string
}

export interface CardRequest {
  /** Those of `open`: the answer is held against them. */
  amount: Centavos
  buyer: Buyer
  billingAddress?: Address
  /** A debit card has one. */
  installments: number
  /** Of the PSP's own page: a number never passes through the gateway. */
  token: string
  /** Which kind of card the token has to be of: one of the other kind is refused. */
  funding: 'credit' | 'debit'
  /** Where a buyer who had to authenticate comes back to. */
  returnUrl?: string
}

/** In the order in which a charge goes through them. `byHand`: a person confirmed it at the PSP, and no money came. */
export const CHARGE_STATES = [
  'new',
  'waiting',
  'challenge',
  'identified',
  'approved',
  'paid',
  'declined',
  'overdue',
  'cancelled',
  'refunded',
  'contested',
  'byHand',
] as const
export type ChargeState = (typeof CHARGE_STATES)[number]

/** What the PSP reports of a payment; each part is null where it does not. */
export interface ChargePayment {
  /** With fine and interest. */
  amount: Centavos | null
  /** The day on which the payer paid. */
  on: LocalDate | null
  /** When the PSP confirmed it. */
  at: Date | null
}

export interface IssuedBoleto {
  /** 47 digits, read and found without fault. */
  line: string
  dueOn: LocalDate
  pdfUrl: string | null
  /** null: it has no Pix. */
  brCode: string | null
}

export interface CardAttempt {
  lastFour: string | null
  brand: string | null
  installments: number
  decline: { code: string | null; message: string; isRetryable: boolean } | null
  /** Absent: the PSP does not say how much is contested. */
  chargeback?: Chargeback
}

/** What the cardholder contested last. */
export interface Chargeback {
  amount: Centavos
  /** What of it went back; null: that is not decided. */
  lost: Centavos | null
}

export interface CollectCharge {
  chargeId: string
  /** null: this answer does not repeat it. */
  ref: string | null
  amount: Centavos
  method: 'boleto' | 'card' | null
  state: ChargeState
  challengeUrl: string | null
  /** null: it has not been paid. */
  payment: ChargePayment | null
  boleto: IssuedBoleto | null
  card: CardAttempt | null
}

/** A charge as a notice reports it. */
export interface NoticedCharge {
  chargeId: string
  ref: string | null
  state: ChargeState
  /** Each payment that the notice tells of, in order. */
  payments: ChargePayment[]
}

export interface ChargeQuery {
  from: LocalDate
  to: LocalDate
  by: 'created' | 'paid'
  method: 'boleto' | 'card'
}

export interface Collect {
  readonly capabilities: CollectCapabilities
  /** Requests a fresh token of this API, and nothing else. */
  probe(): Promise<ProbeOutcome>
  /** A charge that nobody can pay. One whose answer was lost is made anew. */
  open(request: OpenRequest): Promise<Outcome<{ chargeId: string }>>
  /** null: the PSP does not know the id. */
  find(chargeId: string): Promise<Outcome<CollectCharge | null>>
  /** Pages count from 0. */
  list(query: ChargeQuery, page: number): Promise<Outcome<Listed<CollectCharge>>>
  /** Refused where it has been paid or has ended. Cancelled already is done. */
  cancel(chargeId: string): Promise<Outcome<true>>
  readNotice(token: string): Promise<Outcome<NoticedCharge[]>>
  /** Has the PSP send the charge's notice once more. */
  requestNotice?(chargeId: string): Promise<Outcome<true>>
  readonly boletos?: Boletos
  readonly cards?: Cards
}

export interface Boletos {
  /** A boleto of the charge that differs from the request is unknown with an alert, and has to be cancelled. */
  issue(chargeId: string, request: BoletoRequest): Promise<Outcome<CollectCharge>>
}

/** A refusal for this reason judges the token: it was used, nobody knows it, or it is of the other kind of card. */
export const TOKEN_REFUSALS = ['TOKEN_USED', 'TOKEN_UNKNOWN', 'OTHER_FUNDING'] as const

export interface Cards {
  /** One attempt. A decline is done, with the charge in that state; a second attempt answers what became of the first. */
  pay(chargeId: string, request: CardRequest): Promise<Outcome<CollectCharge>>
  /** Where the provider takes a number in a frame that answers with a token: the frame's path below the origin of the provider's pages. */
  framePath?(page: FramePage): string
  /** Where the provider's own page takes the card: the address to send the buyer to. Made once; refused after that. */
  openPage?(chargeId: string, request: PageRequest): Promise<Outcome<{ url: string }>>
  /** In which numbers of parts a buyer of this amount would pay interest, which nobody has agreed on. */
  findInterest?(total: Centavos): Promise<Outcome<number[]>>
  /** Done: the PSP has taken it on. Its calls have no id, so one whose outcome is unknown must never be made again. */
  refund(chargeId: string, request: { amount: Centavos; isWhole: boolean }): Promise<Outcome<true>>
}

/** Around the frame. */
export interface FramePage {
  origin: string
  language: 'pt-BR' | 'en'
  funding: CardRequest['funding']
}

export interface PageRequest {
  /** That of `open`: the answer is held against it. */
  amount: Centavos
  expiresOn: LocalDate
  message?: string
  /** Where the buyer comes back to; PSPs whose page leads nowhere leave it out. */
  returnUrl?: string
}
