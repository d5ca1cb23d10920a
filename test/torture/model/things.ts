// What the reference counts: terms, sales, cashouts, incoming payments, anomalies, refunds, disputes, and answers to callers.

export interface Price {
  fixedCents: number
  basisPoints: number
  /** Of the whole fee. */
  minimumCents: number | null
  maximumCents: number | null
}

export interface Terms {
  pix: Price
  cashout: Price
  reserveBasisPoints: number
  min: number
  /** As it was last wanted. */
  max: number
  acceptsLate: boolean
  unexpected: 'RETURN' | 'KEEP' | 'CREDIT'
  apiCashouts: boolean
  /** Of what is refunded. */
  returnsFee: boolean
  transfers: boolean
  windowSeconds: number
  /** Above it a person has to approve. */
  approvalAbove: number | null
}

/** Everything in cents. */
export interface Sale {
  amount: number
  fee: number
  reserve: number
  status: 'PENDENTE' | 'PAGO' | 'CANCELADO' | 'ESTORNADO' | 'MED' | 'CHARGEBACK'
  paid: boolean
  /** What is held of the reserve now. */
  reserved: number
  /** Back at the buyer; of that with its share of the fee; and that share. */
  gone: number
  withFee: number
  feeBack: number
  reference: string | null
  events: string[]
}

export interface Cashout {
  amount: number
  fixed: number
  variable: number
  destination: string
  reference: string | null
  /** Equal ones are refused for a while, where the account had it so by then. */
  isGuarded: boolean
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
  /** What the person of its account has said, and for how long that is waited for. */
  vote: 'approve' | 'reject' | null
  passesToWait: number
  returned: number
  events: string[]
}

export interface Receipt {
  sale: Sale
  amount: number
  status: 'ACCEPTED' | 'UNACCEPTED' | 'RETURNED' | 'CREDITED'
  reason: 'ALREADY_PAID' | 'TOO_LATE' | null
}

export interface Anomaly {
  cashout: Cashout
  decision: string | null
}

export interface Refund {
  sale: Sale
  amount: number
}

export interface Dispute {
  sale: Sale
  kind: 'MED' | 'CHARGEBACK'
  status: 'OPEN' | 'RELEASED' | 'FORFEITED'
  amount: number
  held: number
  /** Of it what the sale's reserve gave. */
  ofReserve: number
  lost: number
  events: string[]
}

export type Made = Sale | Cashout | Refund | Dispute

/** The answer to a caller: the status, the code of a refusal, and whether it stays under a key. */
export interface ExpectedAnswer {
  status: number
  code?: string
  stays: boolean
  made?: Made
}
