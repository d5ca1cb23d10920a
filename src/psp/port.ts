// The provider behind one port. Every call ends in an outcome that names its remedy: done, refused (never again),
// unknown (ask, never guess). An adapter turns errors, timeouts and unreadable answers into these and throws nothing else.
import type { Centavos } from '#kernel/money.ts'
import type { PixKeyType } from '#kernel/pix-key.ts'

export type Outcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; code: string; reason: string }
  /** `alarm`: it cannot go on before the operator has done something, such as putting money into the account. */
  | { kind: 'unknown'; reason: string; alarm?: true }

export interface ChargeAsk {
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
}

export interface PayoutAsk {
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
  state: 'processing' | 'paid' | 'failed'
  failure?: { code: string; reason: string }
}

/** What a callback says happened. It is only a hint: whoever applies it asks the PSP. */
export type Hint =
  | { about: 'received'; endToEndId: string; txid: string | null }
  | { about: 'payout'; payoutId: string }

/**
 * Whether sending the same payout id again can pay twice: 'forever' it cannot (the PSP refuses or repeats its answer),
 * 'never' means that only a person may decide.
 */
export type ResubmitSafety = 'forever' | 'never'

/** Money in: charges that a buyer pays. */
export interface PayIn {
  createCharge(ask: ChargeAsk): Promise<Outcome<Charge>>
  /** null: the PSP does not know the txid. */
  findCharge(txid: string): Promise<Outcome<Charge | null>>
  /** Takes an open charge away; refused where it has been paid or removed already. */
  removeCharge(txid: string): Promise<Outcome<Charge>>
  /** null: the PSP does not know the end-to-end id. */
  findReceived(endToEndId: string): Promise<Outcome<Received | null>>
}

/** Money out: a Pix to somebody's key. */
export interface PayOut {
  readonly resubmit: ResubmitSafety
  submit(ask: PayoutAsk): Promise<Outcome<Payout>>
  /** null: the PSP does not know the id, which right after a timeout proves nothing. */
  find(payoutId: string): Promise<Outcome<Payout | null>>
}

export interface Psp {
  readonly payIn: PayIn
  /** null: this PSP only receives. */
  readonly payOut: PayOut | null
  /** Tells the PSP where its callbacks go. */
  registerCallbacks(url: string): Promise<Outcome<true>>
  /** What a callback's body is about; an empty list for a body that says nothing this adapter understands. */
  readCallback(body: unknown): Hint[]
  close(): Promise<void>
}
