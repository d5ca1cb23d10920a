// A refund: money that goes back the way it came. It is of a sale, or of money that no sale accepted ("unmatched"). Its id at
// the PSP is minted and stored before the first call. Pure; the verbs beside this file send it and settle it.
//
//   of a sale, requested      PENDING, its money held --> COMPLETED, paid out of the hold
//                                    '----------------> FAILED, released --> COMPLETED   (the PSP reports later that it went back)
//   of a card, before it is settled: PENDING, held, and sent once its acquirer has settled the sale
//   of a sale, PSP-initiated  PENDING, nothing held   --> COMPLETED, charged whatever is available
//                                    '----------------> FAILED
//   unmatched                 PENDING, kept aside     --> COMPLETED, returned to its payer
//                                    '----------------> FAILED --> COMPLETED   (the same)
import { mintPspId, mintUuid } from '#kernel/ids.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import { pspCode, type RefundFailureCode } from '#kernel/payment-failure.ts'
import type { PixKeyType } from '#kernel/pix/pix-key.ts'
import type { RandomBytes } from '#kernel/time.ts'
import type { ChargeState } from '#psp/collect/port.ts'
import type { Refund as ReportedRefund } from '#psp/port.ts'
import type { IncomingPayment } from '../incoming-payment/incoming-payment.ts'
import type { Sale } from '../sale.ts'

export type RefundStatus = 'PENDING' | 'COMPLETED' | 'FAILED'

/** What the PSP knows it by. An id that the PSP gave is unique within its Pix only. */
export interface RefundKey {
  accountId: number
  pspRefundId: string
  endToEndId: string
}

export const refundKey = (key: RefundKey) => `${key.accountId}/${key.endToEndId}/${key.pspRefundId}`

interface AnyRefund extends RefundKey {
  id: bigint
  uuid: string
  /** The incoming payment that goes back, in whole or in part. */
  receiptId: bigint
  pspAccountId: number
  amount: Centavos
  /** Where it goes; null: back the way the Pix came. */
  to: RefundTarget | null
  status: RefundStatus
  /** In the words of the person who asked; '' where none were given. Of unmatched money: why no sale accepted it. */
  reason: string
  /** The person or API key; null where the account's rule or the PSP did it. */
  askedBy: string | null
  /** The end-to-end id of the way back. */
  rtrId: string | null
  failure: { code: RefundFailureCode; message: string } | null
  createdAt: Date
  /** COMPLETED or FAILED. */
  endedAt: Date | null
}

/** A PIX key of the payer of a boleto, which has no way back of its own. The bank refuses a key of another holder. */
export interface RefundTarget {
  pixKey: string
  pixKeyType: PixKeyType
  document: string
}

/** Why a refund of a card is not sent yet: its acquirer takes none before it has settled the sale, or no further one today. */
export const REFUND_WAITS = ['SETTLEMENT', 'NEXT_DAY'] as const

export interface RefundWait {
  for: (typeof REFUND_WAITS)[number]
  /** When it is probably over. */
  until: Date
}

/** Of money that no sale accepted: the whole incoming payment goes back. */
export interface UnmatchedRefund extends AnyRefund {
  origin: 'unmatched'
}

export interface SaleRefund extends AnyRefund {
  origin: 'sale'
  saleId: bigint
  saleUuid: string
  /** The PSP sent it back without a request from here. */
  pspInitiated: boolean
  /** The PSP's word for why it did. */
  nature: string | null
  externalReference: string | null
  /** What holds its money; null where it is PSP-initiated. */
  holdSeq: bigint | null
  /** What it took of the sale's own holds: of what is to be settled, and of its reserve. */
  reserve: Centavos
  /** Of a card: until when it is not sent yet; null: it waits for nothing. */
  wait: RefundWait | null
  /** What of it a lost dispute has booked. */
  disputed: Centavos
  returnsFee: boolean
  feeReturned: Centavos
  /** How many ends of it were published. */
  version: number
}

export type Refund = SaleRefund | UnmatchedRefund

/** A refund that is to be stored, and when it owes its first work. */
export interface NewRefund {
  refund: Refund
  /** Whether the PSP may know of it already: then it is looked up before anything is sent. */
  isKnownToPsp: boolean
  dueAt: Date
}

export interface UnmatchedRefundRequest {
  reason: string
  askedBy: string | null
  /** An id under which it was sent before this database lost its memory of it; absent: a new one is minted. */
  pspRefundId?: string | undefined
  to?: RefundTarget | null
}

/** The whole incoming payment goes back, at once. */
export function newUnmatchedRefund(
  incomingPayment: IncomingPayment,
  { reason, askedBy, pspRefundId, to = null }: UnmatchedRefundRequest,
  id: bigint,
  random: RandomBytes,
  now: Date,
): NewRefund {
  const refund: UnmatchedRefund = {
    origin: 'unmatched',
    accountId: incomingPayment.accountId,
    id,
    uuid: mintUuid(random),
    receiptId: incomingPayment.id,
    pspAccountId: incomingPayment.pspAccountId,
    endToEndId: incomingPayment.endToEndId,
    pspRefundId: pspRefundId ?? mintPspId(incomingPayment.accountId, random),
    amount: incomingPayment.amount,
    to,
    status: 'PENDING',
    reason,
    askedBy,
    rtrId: null,
    failure: null,
    createdAt: now,
    endedAt: null,
  }
  return { refund, isKnownToPsp: pspRefundId !== undefined, dueAt: now }
}

/** How money goes back: as the Pix came, by a Pix to a key of the payer, or by the card's acquirer. */
export type WayBack = 'PIX' | 'KEY' | 'CARD'

/** What paid a sale. */
export interface Payment {
  receiptId: bigint
  pspAccountId: number
  /** Of a boleto an id of ours, unless it is known by which Pix it was paid. */
  endToEndId: string
  way: WayBack
  /** Of a TED, as the bank reports it; null: the buyer is the payer, as far as anybody knows. */
  payerDocument: string | null
  /** Of a card, as its acquirer last reported it. */
  reportedState: ChargeState | null
  paidAt: Date
  /** The account's rule: whether fees go back with refunds. */
  returnsFee: boolean
}

export interface SaleRefundOf {
  sale: Sale
  payment: Payment
  id: bigint
  amount: Centavos
}

/** As it begins: nothing is held for it yet. */
export const newSaleRefund = (
  { sale, payment, id, amount }: SaleRefundOf,
  random: RandomBytes,
  now: Date,
): SaleRefund => ({
  origin: 'sale',
  accountId: sale.accountId,
  id,
  uuid: mintUuid(random),
  saleId: sale.id,
  saleUuid: sale.uuid,
  receiptId: payment.receiptId,
  pspAccountId: payment.pspAccountId,
  endToEndId: payment.endToEndId,
  pspRefundId: mintPspId(sale.accountId, random),
  amount,
  to: null,
  status: 'PENDING',
  pspInitiated: false,
  nature: null,
  reason: '',
  externalReference: null,
  askedBy: null,
  holdSeq: null,
  reserve: ZERO,
  wait: null,
  disputed: ZERO,
  returnsFee: payment.returnsFee,
  feeReturned: ZERO,
  rtrId: null,
  failure: null,
  version: 0,
  createdAt: now,
  endedAt: null,
})

/** How the PSP reports that it ended. */
export type RefundEnd =
  | { state: 'done'; amount: Centavos; rtrId: string | null }
  | { state: 'failed'; code: RefundFailureCode; reason: string }

/** The end that the PSP reports; null while it is under way. */
export function endOf({ state, amount, rtrId, failure }: ReportedRefund): RefundEnd | null {
  if (state === 'processing') return null
  if (state === 'done') return { state, amount, rtrId }
  return failure === undefined
    ? { state, code: 'NOT_EXECUTED', reason: 'Not executed by the bank' }
    : { state, code: pspCode(failure.code), reason: failure.reason }
}
