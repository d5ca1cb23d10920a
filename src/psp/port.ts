// The provider behind one port. Every call ends in an outcome that names its remedy: done, refused (never again),
// unknown (ask, never guess). An adapter turns errors, timeouts and unreadable answers into these and throws nothing else.
import type { Centavos } from '#kernel/money.ts'
import type { PixKeyType } from '#kernel/pix/pix-key.ts'

export type Outcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; code: string; reason: string }
  /**
   * `alarm`: it cannot go on before the operator has done something, such as putting money into the account.
   * `unsent`: the request certainly never left this house, so that nothing can have come of it.
   */
  | { kind: 'unknown'; reason: string; alert?: true; unsent?: true }

export interface ChargeRequest {
  /** Minted and stored before the call; what the PSP knows the charge by. */
  txid: string
  amount: Centavos
  expiresInSeconds: number
  /** Told to the PSP only when both are known. */
  payer?: { name: string; document: string }
}

export interface Charge {
  txid: string
  amount: Centavos
  state: 'open' | 'paid' | 'removed'
  /** Never null in the answer to a creation; a lookup need not repeat it. */
  brCode: string | null
  /** The payments that the PSP links to the charge. */
  payments: Received[]
}

/** A Pix that arrived, as the PSP tells it. */
export interface Received {
  endToEndId: string
  txid: string | null
  amount: Centavos
  paidAt: Date
  payer: { name: string; document: string }
  /** What of it went back, or is on its way back, whoever asked for that. */
  refunds: Refund[]
}

export interface RefundRequest {
  endToEndId: string
  /** Minted and stored before the call; at most 35 of [A-Za-z0-9]. */
  refundId: string
  amount: Centavos
  /** For the payer, where the PSP takes it. */
  description?: string
}

export interface Refund {
  refundId: string
  /** The end-to-end id of the way back. */
  rtrId: string | null
  amount: Centavos
  state: 'processing' | 'done' | 'failed'
  /** The PSP's own word for why: ORIGINAL, RETIRADA, MED_FRAUDE, ... Those in MED_ were nobody's wish here. */
  nature: string | null
  /** Absent: the PSP does not say. */
  requestedAt?: Date
  failure?: { code: string; reason: string }
}

export interface PayoutRequest {
  /** Minted and stored before the call; at most 35 of [A-Za-z0-9]. */
  payoutId: string
  amount: Centavos
  pixKey: string
  pixKeyType: PixKeyType
  holderDocument?: string
  description?: string
}

export interface Payout {
  payoutId: string
  endToEndId: string | null
  amount: Centavos
  /** The key that the PSP says it pays; null where it does not say. */
  pixKey: string | null
  /** Absent: the PSP says nothing of it. */
  recipient?: Recipient
  state: 'processing' | 'paid' | 'failed'
  failure?: { code: string; reason: string }
  /** null where the PSP does not say. */
  requestedAt: Date | null
  /** What came back of it after it had been paid. */
  returns: PayoutReturn[]
}

/** Whom a payout reached, as the PSP tells it; null where it does not say. */
export interface Recipient {
  name: string | null
  /** Masked, whatever the PSP tells. */
  document: string | null
  /** ISPB, eight digits. */
  bank: string | null
}

export interface PayoutReturn {
  rtrId: string
  amount: Centavos
  returnedAt: Date
}

/** From and to, both included, in the PSP's own time. */
export interface Period {
  from: Date
  to: Date
}

/** One page of a PSP's list. `unread` names the entries that this adapter could not make sense of. */
export interface Listed<T> {
  items: T[]
  more: boolean
  unread: string[]
}

/** What a callback says happened. It is only a hint: whoever applies it asks the PSP. */
export type Hint =
  | { about: 'received'; endToEndId: string; txid: string | null }
  | { about: 'payout'; payoutId: string }

/** What a callback tells. `unread` counts entries that this adapter could not make sense of. */
export interface CallbackContent {
  hints: Hint[]
  unread: number
}

/**
 * Whether sending the same payout id again can pay twice: 'forever' it cannot (the PSP refuses or repeats its answer), for
 * a window after the first sending it cannot, 'never' means that only a person may decide.
 */
export type ResubmitSafety = 'forever' | 'never' | { forMs: number }

export interface PayOutCapabilities {
  readonly resubmit: ResubmitSafety
  /** Whether `find` can be asked by our own id. Without it an outcome that got lost is for a person. */
  readonly lookup: boolean
  /** Whether a lookup names the key that was paid. */
  readonly namesPayee: boolean
}

/** Money in: charges that a buyer pays. */
export interface PayIn {
  createCharge(request: ChargeRequest): Promise<Outcome<Charge>>
  /** null: the PSP does not know the txid. */
  findCharge(txid: string): Promise<Outcome<Charge | null>>
  /** Takes an open charge away; refused where it has been paid or removed already. */
  removeCharge(txid: string): Promise<Outcome<Charge>>
  /** null: the PSP does not know the end-to-end id. */
  findReceived(endToEndId: string): Promise<Outcome<Received | null>>
  /** Pages count from 0. */
  listReceived(period: Period, page: number): Promise<Outcome<Listed<Received>>>
  /** Sends a Pix that arrived back to its payer, whole or in part. The same id again never sends twice. */
  refund(request: RefundRequest): Promise<Outcome<Refund>>
  /** null: the PSP does not know the refund. */
  findRefund(endToEndId: string, refundId: string): Promise<Outcome<Refund | null>>
}

/** Money out: a Pix to somebody's key. */
export interface PayOut {
  readonly capabilities: PayOutCapabilities
  submit(request: PayoutRequest): Promise<Outcome<Payout>>
  /** null: the PSP does not know the id, which right after a timeout proves nothing. */
  find(payoutId: string): Promise<Outcome<Payout | null>>
  /** Whatever was sent from the account in the period, by its time of request. Pages count from 0. */
  list(period: Period, page: number): Promise<Outcome<Listed<Payout>>>
}

/** A payer disputes a Pix that arrived, as the PSP tells it. */
export interface ReportedDispute {
  /** The PSP's own. */
  disputeId: string
  endToEndId: string
  protocol: string | null
  amount: Centavos
  /** What the same figure is if the PSP means cents: where it does not say which, the Pix tells. See dispute/amount.ts. */
  amountIfCentavos?: Centavos
  /** `accepted`: the payer is in the right, and the money goes or has gone back. `rejected`: the receiver is. */
  state: 'open' | 'defended' | 'accepted' | 'rejected' | 'cancelled'
  /** The PSP's own words for why. */
  reason: string | null
  openedAt: Date
  /** Until when it may be answered, as the PSP says; never computed here. */
  deadlineAt: Date | null
}

/** What payers dispute, for PSPs that tell of it. */
export interface Disputes {
  /** By when they were opened, whatever became of them. Pages count from 0. */
  list(period: Period, page: number): Promise<Outcome<Listed<ReportedDispute>>>
  /** One defence for each, and before its deadline. */
  defend(disputeId: string, justification: string): Promise<Outcome<true>>
}

/** How the PSP is reached at this moment. */
export interface Probe {
  /** How far the PSP's clock is ahead of ours; null where it does not tell the time. */
  clockSkewMs: number | null
}

export interface Psp {
  readonly payIn: PayIn
  /** null: this PSP only receives. */
  readonly payOut: PayOut | null
  /** Absent: this PSP tells nothing of disputes. */
  readonly disputes?: Disputes
  /** Tells the PSP where its callbacks go. */
  registerCallbacks(url: string): Promise<Outcome<true>>
  /** Where the PSP says that they go; null where nothing is registered. */
  findCallbacks(): Promise<Outcome<string | null>>
  /** What lies in the account at the PSP; null: this PSP does not tell. */
  readonly balance: (() => Promise<Outcome<Centavos>>) | null
  /** Asks for a fresh token, and nothing else. */
  probe(): Promise<Outcome<Probe>>
  /** What a callback's body is about; no hints and nothing unread for a body that tells of no payment. */
  readCallback(body: unknown): CallbackContent
  close(): Promise<void>
}
