// How much of a paid sale may be refunded, and until when. Pure.
import { Failure } from '#kernel/failure.ts'
import { type Centavos, toCentsNumber } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { CardRefundRules, ChargeState } from '#psp/collect/port.ts'
import type { Standing } from '../dispute/store.ts'
import type { Sale } from '../sale.ts'
import type { Payment } from './refund.ts'
import { because } from './refusal-reasons.ts'

/** What has become of a sale's money so far. */
export interface RefundedTotals {
  /** By refunds that are under way. */
  pending: Centavos
  /** Of that, what was requested here. */
  pendingRequested: Centavos
  /** Back at the buyer, by refunds and by lost disputes. */
  refunded: Centavos
  /** What refunds that return fees have sent back, and the fees that they returned. */
  feeBearing: Centavos
  feeReturned: Centavos
  /** What lost disputes took and no refund has shown yet. */
  unshown: Centavos
  standing: Standing
}

/** The Central Bank lets a Pix be returned for so long. */
const REFUNDABLE_DAYS = 90
/** What goes to a key of the payer is a payment of its own, which no bank bounds. */
const TO_KEY_REFUNDABLE_DAYS = 360

/** When and by what a sale was paid. */
export interface Paid extends Pick<Payment, 'paidAt' | 'way'> {
  /** Of a card: what its acquirer takes. null: no refunds at all. */
  rules?: CardRefundRules | null
  /** Of a charge, as its PSP last reported it. */
  reportedState?: ChargeState | null
  /** Its PSP only receives, and it would go to a key. */
  hasNoWayBack?: boolean
}

const refundableDays = ({ way, rules }: Paid, isWhole: boolean): number => {
  if (way === 'PIX') return REFUNDABLE_DAYS
  if (way === 'KEY') return TO_KEY_REFUNDABLE_DAYS
  return (isWhole ? rules?.totalDays : rules?.partialDays) ?? 0
}

const isTooLate = (paid: Paid, isWhole: boolean, now: Date): boolean =>
  now.getTime() > paid.paidAt.getTime() + refundableDays(paid, isWhole) * DAY_MS

/** Of a card: all of it may go back, and no part. */
export const isWholeOnly = (paid: Paid, now: Date): boolean =>
  paid.way === 'CARD' && (paid.rules?.isPartial === false || isTooLate(paid, false, now))

/** Of a boleto, whose refund would be a payment of its own. */
const isTakenBack = ({ way, reportedState }: Paid): boolean =>
  way === 'KEY' && (reportedState === 'contested' || reportedState === 'refunded')

export const REFUND_OBSTACLES = ['STATUS', 'DISPUTED', 'TAKEN_BACK', 'NO_WAY_BACK', 'TOO_LATE', 'NOTHING_LEFT'] as const
export type RefundObstacle = (typeof REFUND_OBSTACLES)[number]

export const NO_WAY_BACK = 'The payment provider only receives: what came by TED cannot be sent back from there'

/** All that may be refunded of the sale now, or why nothing may. */
export function leftToRefund(
  sale: Sale,
  paid: Paid,
  { pending, pendingRequested, refunded, unshown, standing }: RefundedTotals,
  now: Date,
): Centavos | RefundObstacle {
  if (sale.status !== 'PAGO') return 'STATUS'
  if (standing.open) return 'DISPUTED'
  if (isTakenBack(paid)) return 'TAKEN_BACK'
  if (paid.hasNoWayBack) return 'NO_WAY_BACK'
  if (isTooLate(paid, refunded + pending === 0n, now)) return 'TOO_LATE'
  // What a lost dispute has booked already and the PSP is sending back counts once.
  const pspInitiated = pending - pendingRequested
  const countedTwice = pspInitiated < unshown ? pspInitiated : unshown
  const left = (sale.amount - refunded - pending + countedTwice) as Centavos
  return left <= 0n ? 'NOTHING_LEFT' : left
}

/** How much is refunded where this is allowed; `amount` null: all that is left. */
export function refundable(
  sale: Sale,
  paid: Paid,
  totals: RefundedTotals,
  amount: Centavos | null,
  now: Date,
): Centavos | Failure {
  const left = leftToRefund(sale, paid, totals, now)
  if (typeof left === 'string') return refusalOf(left, sale, paid, totals)
  const isWhole = (amount ?? left) === sale.amount
  if (isTooLate(paid, isWhole, now)) return tooLate(paid, isWhole)
  if (!isWhole && paid.rules?.isPartial === false)
    return new Failure('GENERAL_ERROR', 'amount: the payment provider refunds a card as a whole only', {
      reason: because('WHOLE_ONLY'),
    })
  if (amount !== null && amount > left)
    return new Failure('GENERAL_ERROR', `amount: at most ${left} cents of this sale are left to be refunded`, {
      reason: because('MORE_THAN_LEFT', { amount: toCentsNumber(left) }),
    })
  return amount ?? left
}

function refusalOf(
  obstacle: RefundObstacle,
  { status }: Sale,
  paid: Paid,
  { refunded, pending }: RefundedTotals,
): Failure {
  switch (obstacle) {
    case 'STATUS':
      return new Failure('CONFLICT', `A sale that is ${status} cannot be refunded`)
    case 'DISPUTED':
      return new Failure('CONFLICT', 'A sale that is disputed cannot be refunded before that is decided')
    case 'TAKEN_BACK':
      return new Failure('CONFLICT', 'The bank contests the money of this boleto, or has taken it back')
    case 'NO_WAY_BACK':
      return new Failure('GENERAL_ERROR', NO_WAY_BACK)
    case 'TOO_LATE':
      return tooLate(paid, refunded + pending === 0n)
    case 'NOTHING_LEFT':
      return new Failure('GENERAL_ERROR', 'Nothing of this sale is left to be refunded', {
        reason: because('NOTHING_LEFT'),
      })
  }
}

function tooLate(paid: Paid, isWhole: boolean): Failure {
  const days = refundableDays(paid, isWhole)
  const isOfPart = !isWhole && paid.way === 'CARD'
  const what = isOfPart ? 'A part of a sale by card' : 'A sale'
  return new Failure(
    'GENERAL_ERROR',
    `${what} can be refunded for ${days} days after it was paid, and these are over`,
    { reason: because(isOfPart ? 'PART_TOO_LATE' : 'TOO_LATE', { days }) },
  )
}
