// The PSP behind one port. Every call ends in an outcome that names its remedy: done, refused (never again), unknown (look it
// up, never guess). An adapter turns errors, timeouts and unreadable answers into these and throws nothing else.
import type { Centavos } from '#kernel/money.ts'
import type { PixKeyType } from '#kernel/pix/pix-key.ts'
import type { Collect } from './collect/port.ts'
import type { DueCharges, Recurrences } from './recurrence/port.ts'

export type Outcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; code: string; reason: string }
  /**
   * `alert`: it cannot go on before the operator has acted, such as by putting money into the account. `unsent`: the request
   * certainly never left the gateway, so it can have had no effect.
   */
  | { kind: 'unknown'; reason: string; alert?: true; unsent?: true }

export interface ChargeRequest {
  /** Minted and stored before the call; the PSP's id of the charge. */
  txid: string
  amount: Centavos
  expiresInSeconds: number
  /** Sent to the PSP only when both are known. */
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

/** An incoming payment, as the PSP reports it. */
export interface Received {
  endToEndId: string
  txid: string | null
  amount: Centavos
  paidAt: Date
  payer: { name: string; document: string }
  /** What the payer wrote; absent or null: nothing, or the PSP does not report it. */
  message?: string | null
  /** What of it went back, or is on its way back, whether requested here or PSP-initiated. */
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
  /** What it was called as long as the PSP gave no id of it. Absent: it may have been requested here. */
  earlierId?: string
  /** The end-to-end id of the way back. */
  rtrId: string | null
  amount: Centavos
  state: 'processing' | 'done' | 'failed'
  /** The PSP's own word for the reason: ORIGINAL, RETIRADA, MED_FRAUDE, ... Those in MED_ were not requested here. */
  nature: string | null
  /** Absent: the PSP does not report it. */
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
  /** The key that the PSP reports as paid; null where it reports none. */
  pixKey: string | null
  /** Absent: the PSP does not report it. */
  recipient?: Recipient
  state: 'processing' | 'paid' | 'failed'
  failure?: { code: string; reason: string }
  /** null where the PSP does not report it. */
  requestedAt: Date | null
  /** What came back of it after it had been paid. */
  returns: PayoutReturn[]
}

/** The recipient of a payout, as the PSP reports it; null where it does not. */
export interface Recipient {
  name: string | null
  /** Masked, whatever the PSP reports. */
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

/** One page of a PSP's list. `unread` names the entries that this adapter could not read. */
export interface Listed<T> {
  items: T[]
  more: boolean
  unread: string[]
}

/** What a callback reports. It is only a hint: the PSP is asked before anything is booked. */
export type Hint =
  | { about: 'received'; endToEndId: string; txid: string | null }
  | { about: 'payout'; payoutId: string }
  | { about: 'recurrence'; idRec: string }
  /** The idRec is null where the PSP leaves it out. */
  | { about: 'debit'; txid: string; idRec: string | null }
  /** Of charges: what has happened to them is read by the token. */
  | { about: 'notice'; token: string }

/** The content of a callback. `unread` counts entries that this adapter could not read. */
export interface CallbackContent {
  hints: Hint[]
  unread: number
}

/**
 * Whether sending the same payout id again can pay twice: 'forever' it cannot (the PSP refuses or repeats its answer), for a
 * window after the first sending it cannot, 'never' means that only a person may decide.
 */
export type ResubmitSafety = 'forever' | 'never' | { forMs: number }

export interface PayOutCapabilities {
  readonly resubmit: ResubmitSafety
  /** Whether `find` takes our own id. Without it a lost outcome is left to a person. */
  readonly lookup: boolean
  /** Whether a lookup names the key that was paid. */
  readonly namesPayee: boolean
}

/** Money in: charges that a buyer pays. */
export interface PayIn {
  createCharge(request: ChargeRequest): Promise<Outcome<Charge>>
  /** null: the PSP does not know the txid. */
  findCharge(txid: string): Promise<Outcome<Charge | null>>
  /** Removes an open charge; refused where it has been paid or removed already. */
  removeCharge(txid: string): Promise<Outcome<Charge>>
  /** null: the PSP does not know the end-to-end id. */
  findReceived(endToEndId: string): Promise<Outcome<Received | null>>
  /** Pages count from 0. */
  listReceived(period: Period, page: number): Promise<Outcome<Listed<Received>>>
  /** Refunds an incoming payment to its payer, in whole or in part. The same id again never sends twice. */
  refund(request: RefundRequest): Promise<Outcome<Refund>>
  /** null: the PSP does not know the refund. */
  findRefund(endToEndId: string, refundId: string): Promise<Outcome<Refund | null>>
}

/** Money out: a Pix to a PIX key. */
export interface PayOut {
  readonly capabilities: PayOutCapabilities
  submit(request: PayoutRequest): Promise<Outcome<Payout>>
  /** null: the PSP does not know the id, which right after a timeout proves nothing. */
  find(payoutId: string): Promise<Outcome<Payout | null>>
  /** Everything that was sent from the account in the period, by its time of request. Pages count from 0. */
  list(period: Period, page: number): Promise<Outcome<Listed<Payout>>>
}

/** A payer's dispute of an incoming payment, as the PSP reports it. */
export interface ReportedDispute {
  /** The PSP's own id. */
  disputeId: string
  endToEndId: string
  protocol: string | null
  amount: Centavos
  /** The amount if the PSP means cents: where it does not say which, the amount of the Pix decides. See dispute/amount.ts. */
  amountIfCentavos?: Centavos
  /** `accepted`: the payer is in the right, and the money goes or has gone back. `rejected`: the receiver is. */
  state: 'open' | 'defended' | 'accepted' | 'rejected' | 'cancelled'
  /** The PSP's own words for the reason. */
  reason: string | null
  openedAt: Date
  /** The deadline for an answer, as the PSP reports it; never computed here. */
  deadlineAt: Date | null
}

/** The disputes of payers, for PSPs that report them. */
export interface Disputes {
  /** By when they were opened, in any state. Pages count from 0. */
  list(period: Period, page: number): Promise<Outcome<Listed<ReportedDispute>>>
  /** One defence for each, and before its deadline. */
  defend(disputeId: string, justification: string): Promise<Outcome<true>>
}

/** A credit on the statement of the account that no list of Pix shows, such as a TED. */
export interface Movement {
  /** The PSP's own id of the line. */
  lineId: string
  amount: Centavos
  paidAt: Date
  /** Empty where the PSP does not report them. */
  payer: { name: string; document: string }
  message: string | null
}

/** The statement of the account, for PSPs that report it. */
export interface Movements {
  /** Credits by their time. Pages count from 0. */
  list(period: Period, page: number): Promise<Outcome<Listed<Movement>>>
}

/** The connection to the PSP at this moment. */
export interface Probe {
  /** How far the PSP's clock is ahead of ours; null where it does not send the time. */
  clockSkewMs: number | null
}

/**
 * Why there is no token. `unreached`: no answer came, or one that judges nobody. `untrusted`: nobody whom we trust vouches for the PSP's own
 * certificate. `misnamed`: it has another name than the address. `cut`: the connection ended, and nobody said why. Absent: the PSP answered, or
 * rejected our certificate.
 */
export type ProbeTrouble = 'unreached' | 'untrusted' | 'misnamed' | 'cut'
export type ProbeOutcome = Outcome<Probe> & { trouble?: ProbeTrouble }

export interface Psp {
  readonly payIn: PayIn
  /** null: this PSP only receives. */
  readonly payOut: PayOut | null
  /** Absent: this PSP does not report disputes. */
  readonly disputes?: Disputes
  /** Absent: this PSP does no recurring PIX. */
  readonly recurrences?: Recurrences
  /** Absent: this PSP makes no charges with a due day. */
  readonly dueCharges?: DueCharges
  /** Absent: this PSP does not report credits other than Pix. Its operator uploads the bank's files. */
  readonly movements?: Movements
  /** Absent: this PSP account sells neither by boleto nor by card. */
  readonly collect?: Collect
  /** Registers the callback address at the PSP. */
  registerCallbacks(url: string): Promise<Outcome<true>>
  /** The registered callback address; null where there is none. */
  findCallbacks(): Promise<Outcome<string | null>>
  /** The balance of the account at the PSP; null: this PSP does not report it. */
  readonly balance: (() => Promise<Outcome<Centavos>>) | null
  /** Requests a fresh token, and nothing else. */
  probe(): Promise<ProbeOutcome>
  /** The content of a callback's body; no hints and nothing unread for a body without a payment. */
  readCallback(body: unknown): CallbackContent
  close(): Promise<void>
}
