// A refund of a paid sale: how much of it may go back and until when, what its end means, and which share of the fee goes
// with it. Pure; the verbs beside this file move the money.
//
//   asked for   PENDING, its money held --> COMPLETED, paid out of the hold
//                       '-----------------> FAILED, released  --> COMPLETED   (the PSP says afterwards that it went after all)
//   unasked     PENDING, nothing held   --> COMPLETED, charged whatever there is
//                       '-----------------> FAILED
import { Failure } from '#kernel/failure.ts'
import type { Centavos } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { Standing } from '../dispute/standing.ts'
import type { Sale } from '../sale.ts'
import type { RefundEnd, RefundStatus } from './refund.ts'

export interface SaleRefund {
  accountId: number
  id: bigint
  uuid: string
  saleId: bigint
  saleUuid: string
  receiptId: bigint
  pspAccountId: number
  endToEndId: string
  /** What the PSP knows it by. */
  pspRefundId: string
  amount: Centavos
  status: RefundStatus
  /** The PSP did it by itself. */
  pspInitiated: boolean
  /** Its word for why, where it acted by itself. */
  nature: string | null
  /** In the words of whoever asked; "": in none. */
  reason: string
  externalReference: string | null
  askedBy: string | null
  /** null where it is unasked. */
  holdSeq: bigint | null
  /** What it took of the sale's reserve. */
  reserve: Centavos
  /** What of it a lost dispute has booked. */
  disputed: Centavos
  returnsFee: boolean
  feeReturned: Centavos
  rtrId: string | null
  failure: { code: string; message: string } | null
  /** How often its end was told. */
  version: number
  createdAt: Date
  /** COMPLETED or FAILED. */
  endedAt: Date | null
}

/** What has become of a sale's money so far. */
export interface RefundedTotals {
  /** Under way. */
  going: Centavos
  /** Of that, what was asked for. */
  asked: Centavos
  /** Back at the buyer, by refunds and by lost disputes. */
  gone: Centavos
  /** What refunds that give fee back have sent back, and the fee that they gave. */
  feeBearing: Centavos
  feeReturned: Centavos
  /** What lost disputes took and no refund has shown yet. */
  unshown: Centavos
  standing: Standing
}

/** The Central Bank lets a Pix be returned for so long. */
export const REFUNDABLE_MS = 90 * DAY_MS

export const REFUND_OBSTACLES = ['STATUS', 'DISPUTED', 'TOO_LATE', 'NOTHING_LEFT'] as const
export type RefundObstacle = (typeof REFUND_OBSTACLES)[number]

/** All that may be refunded of the sale now, or why nothing may. */
export function leftToRefund(
  sale: Sale,
  paidAt: Date,
  { going, asked, gone, unshown, standing }: RefundedTotals,
  now: Date,
): Centavos | RefundObstacle {
  if (sale.status !== 'PAGO') return 'STATUS'
  if (standing.open) return 'DISPUTED'
  if (now.getTime() > paidAt.getTime() + REFUNDABLE_MS) return 'TOO_LATE'
  // A return on its way that a lost dispute has booked already counts once.
  const pspInitiated = going - asked
  const left = (sale.amount - gone - going + (pspInitiated < unshown ? pspInitiated : unshown)) as Centavos
  return left <= 0n ? 'NOTHING_LEFT' : left
}

/** How much is refunded where this is allowed; `amount` null: all that is left. */
export function refundable(
  sale: Sale,
  paidAt: Date,
  refunded: RefundedTotals,
  amount: Centavos | null,
  now: Date,
): Centavos | Failure {
  const left = leftToRefund(sale, paidAt, refunded, now)
  if (typeof left === 'string') return refusalOf(left, sale)
  if (amount !== null && amount > left)
    return new Failure('GENERAL_ERROR', `amount: at most ${left} cents of this sale are left to be refunded`)
  return amount ?? left
}

function refusalOf(obstacle: RefundObstacle, { status }: Sale): Failure {
  switch (obstacle) {
    case 'STATUS':
      return new Failure('CONFLICT', `A sale that is ${status} cannot be refunded`)
    case 'DISPUTED':
      return new Failure('CONFLICT', 'A sale that is disputed cannot be refunded before that is decided')
    case 'TOO_LATE':
      return new Failure('GENERAL_ERROR', 'A sale can be refunded for 90 days after it was paid, and these are over')
    case 'NOTHING_LEFT':
      return new Failure('GENERAL_ERROR', 'Nothing of this sale is left to be refunded')
  }
}

export type SaleRefundMeaning =
  /** Paid out of its hold. */
  | 'pay'
  /** Charged, whatever there is. */
  | 'charge'
  | 'fail'
  /** A dispute of the sale is open, which may be what sent it back. */
  | 'wait'
  /** Two facts that cannot both be true: a person decides. */
  | 'contradiction'

/** What an end means for a refund as it stands; null: it is known already. */
export function meaningOfSaleRefundEnd(
  refund: SaleRefund,
  sale: Sale,
  refunded: RefundedTotals,
  end: RefundEnd,
): SaleRefundMeaning | null {
  if (end.state === 'failed') return FAILED_MEANS[refund.status]
  if (end.amount !== refund.amount) return 'contradiction'
  if (refund.status === 'COMPLETED') return null
  if (refund.pspInitiated && refunded.standing.open && mayBeOfDispute(refund)) return 'wait'
  if (refunded.gone + ownPart(refund, refunded) > sale.amount) return 'contradiction'
  return refund.status === 'PENDING' && !refund.pspInitiated ? 'pay' : 'charge'
}

/** By its nature, where the PSP tells one. */
const mayBeOfDispute = ({ nature }: SaleRefund) => nature === null || nature.startsWith('MED_')

const FAILED_MEANS = { PENDING: 'fail', COMPLETED: 'contradiction', FAILED: null } as const

/** What of a refund is to be booked by it: what the PSP sent back by itself may be what a dispute has booked already. */
export function ownPart({ pspInitiated, amount }: SaleRefund, { unshown }: RefundedTotals): Centavos {
  if (!pspInitiated) return amount
  return (amount > unshown ? amount - unshown : 0n) as Centavos
}

/** Of the whole fee in proportion, so that what the last one gives makes the sum exact. */
export function feeBack({ returnsFee }: SaleRefund, own: Centavos, sale: Sale, refunded: RefundedTotals): Centavos {
  if (!returnsFee) return 0n as Centavos
  return ((sale.fee * (refunded.feeBearing + own)) / sale.amount - refunded.feeReturned) as Centavos
}

/** The sums when a refund is under way no longer. */
export function withEnded(refunded: RefundedTotals, { status, pspInitiated, amount }: SaleRefund): RefundedTotals {
  if (status !== 'PENDING') return refunded
  const asked = (pspInitiated ? refunded.asked : refunded.asked - amount) as Centavos
  return { ...refunded, going: (refunded.going - amount) as Centavos, asked }
}

/** The sums after a refund has been completed. */
export function withCompleted(
  refunded: RefundedTotals,
  refund: SaleRefund,
  own: Centavos,
  fee: Centavos,
): RefundedTotals {
  return {
    ...withEnded(refunded, refund),
    gone: (refunded.gone + own) as Centavos,
    feeBearing: (refund.returnsFee ? refunded.feeBearing + own : refunded.feeBearing) as Centavos,
    feeReturned: (refunded.feeReturned + fee) as Centavos,
    unshown: (refunded.unshown - (refund.amount - own)) as Centavos,
  }
}
