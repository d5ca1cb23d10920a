// What a reported end means for a refund, and for the sale that it is of. Pure: a function of what settle.ts has read under
// lock. The ends of several refunds of one sale are decided one after another, each on what the one before has left.
import { type Centavos, ZERO } from '#kernel/money.ts'
import { mayBecome, moved, type Sale } from '../sale.ts'
import { heldIn } from '../settlement/own-holds.ts'
import type { Refund, RefundEnd, SaleRefund, UnmatchedRefund } from './refund.ts'
import type { RefundedTotals } from './refundable.ts'
import type { LockedRefund } from './store.ts'
import type { SaleMoney } from './totals-store.ts'

export interface ReportedRefund extends LockedRefund {
  end: RefundEnd
}

export type UnmatchedMeaning =
  /** The money is back at its payer. */
  | 'return'
  | 'fail'
  /** Two facts that cannot both be true: a person decides. */
  | 'conflict'

export type SaleMeaning =
  /** Paid out of its hold. */
  | 'pay'
  /** Charged, whatever is available. */
  | 'charge'
  | 'fail'
  /** A dispute of the sale is open, which may be why the PSP sent it back. */
  | 'wait'
  | 'conflict'

interface AnyVerdict extends ReportedRefund {
  /** The refund as it has ended; null: it stays as it is. */
  ended: Refund | null
}

export interface UnmatchedVerdict extends AnyVerdict {
  origin: 'unmatched'
  refund: UnmatchedRefund
  meaning: UnmatchedMeaning
  ended: UnmatchedRefund | null
}

export interface SaleVerdict extends AnyVerdict {
  origin: 'sale'
  refund: SaleRefund
  meaning: SaleMeaning
  ended: SaleRefund | null
  money: SaleMoney
}

export type Verdict = UnmatchedVerdict | SaleVerdict

/** What comes of a sale when its refunds have ended. */
export interface SaleOutcome {
  verdicts: SaleVerdict[]
  money: SaleMoney
  totals: RefundedTotals
  /** What failed refunds had taken of the sale's own holds: it is held again, unless an open dispute claims it. */
  released: Centavos
  /** The sale as ESTORNADO, where its whole amount has gone back now; null: it stays as it is. */
  refundedSale: Sale | null
}

export interface Decision {
  verdicts: Verdict[]
  sales: SaleOutcome[]
}

/** `sales`: the money of each sale of these refunds. What is known already has no verdict. */
export function decide(reported: ReportedRefund[], sales: SaleMoney[], now: Date): Decision {
  const unmatched = reported.flatMap(one => verdictOnUnmatched(one, now))
  const outcomes = sales.map(money => outcomeOf(money, reported, now))
  return { verdicts: [...unmatched, ...outcomes.flatMap(({ verdicts }) => verdicts)], sales: outcomes }
}

function verdictOnUnmatched({ refund, paymentStatus, end }: ReportedRefund, now: Date): UnmatchedVerdict[] {
  if (refund.origin !== 'unmatched') return []
  const meaning = meaningForUnmatched(refund, paymentStatus, end)
  if (meaning === null) return []
  const ended = meaning === 'conflict' ? null : endedAs(refund, end, now)
  return [{ origin: 'unmatched', refund, paymentStatus, end, meaning, ended }]
}

/** null: it is known already. */
function meaningForUnmatched(
  { status, amount }: Pick<UnmatchedRefund, 'status' | 'amount'>,
  paymentStatus: LockedRefund['paymentStatus'],
  end: RefundEnd,
): UnmatchedMeaning | null {
  if (end.state === 'failed') return MEANING_OF_FAILURE[status]
  if (end.amount !== amount) return 'conflict'
  if (status === 'COMPLETED') return null
  // One that had failed may still turn out to have been executed, as long as nothing else was done with the money.
  const expected = status === 'PENDING' ? 'RETURNING' : 'UNACCEPTED'
  return paymentStatus === expected ? 'return' : 'conflict'
}

const MEANING_OF_FAILURE = { PENDING: 'fail', COMPLETED: 'conflict', FAILED: null } as const

const endedAs = <R extends Refund>(refund: R, end: RefundEnd, now: Date): R =>
  end.state === 'done'
    ? { ...refund, status: 'COMPLETED', rtrId: end.rtrId, failure: null, endedAt: now }
    : { ...refund, status: 'FAILED', rtrId: null, failure: { code: end.code, message: end.reason }, endedAt: now }

function outcomeOf(money: SaleMoney, reported: ReportedRefund[], now: Date): SaleOutcome {
  const { sale } = money
  let { totals } = money
  let heldLeft = heldIn(money.own)
  let released = ZERO
  const verdicts: SaleVerdict[] = []
  for (const { refund, paymentStatus, end } of reported) {
    if (refund.origin !== 'sale' || refund.accountId !== sale.accountId || refund.saleId !== sale.id) continue
    const meaning = meaningForSale(refund, sale, totals, end)
    if (meaning === null) continue
    const ended = endedOf(refund, { meaning, end, sale, totals, heldLeft }, now)
    verdicts.push({ origin: 'sale', refund, paymentStatus, end, meaning, ended, money })
    if (ended === null) continue
    totals = totalsAfter(totals, refund, ended)
    if (meaning === 'charge') heldLeft = (heldLeft - ended.reserve) as Centavos
    if (meaning === 'fail' && !refund.pspInitiated) released = (released + refund.reserve) as Centavos
  }
  return { verdicts, money, totals, released, refundedSale: refundedSaleOf(sale, totals, now) }
}

/** null: it is known already. */
function meaningForSale(refund: SaleRefund, sale: Sale, totals: RefundedTotals, end: RefundEnd): SaleMeaning | null {
  if (end.state === 'failed') return MEANING_OF_FAILURE[refund.status]
  if (end.amount !== refund.amount) return 'conflict'
  if (refund.status === 'COMPLETED') return null
  if (refund.pspInitiated && totals.standing.open && mayBeOfDispute(refund)) return 'wait'
  if (totals.refunded + ownPart(refund, totals) > sale.amount) return 'conflict'
  return refund.status === 'PENDING' && !refund.pspInitiated ? 'pay' : 'charge'
}

/** By its nature, where the PSP reports one. */
const mayBeOfDispute = ({ nature }: SaleRefund) => nature === null || nature.startsWith('MED_')

interface SaleEnd {
  meaning: SaleMeaning
  end: RefundEnd
  sale: Sale
  totals: RefundedTotals
  heldLeft: Centavos
}

function endedOf(refund: SaleRefund, of: SaleEnd, now: Date): SaleRefund | null {
  if (of.meaning === 'conflict' || of.meaning === 'wait') return null
  const ended = endedAs(refund, of.end, now)
  // A PSP-initiated refund that did not happen was never published, and its failure is not either.
  if (of.meaning === 'fail') return { ...ended, version: refund.pspInitiated ? refund.version : refund.version + 1 }
  const own = ownPart(refund, of.totals)
  const fromOwn = own < of.heldLeft ? own : of.heldLeft
  return {
    ...ended,
    reserve: of.meaning === 'charge' ? fromOwn : refund.reserve,
    disputed: (refund.amount - own) as Centavos,
    feeReturned: feeBack(refund, own, of.sale, of.totals),
    version: refund.version + 1,
  }
}

/** What of a refund it books itself: of what the PSP sent back by itself a dispute may have booked some already. */
function ownPart({ pspInitiated, amount }: SaleRefund, { unshown }: RefundedTotals): Centavos {
  if (!pspInitiated) return amount
  return amount > unshown ? ((amount - unshown) as Centavos) : ZERO
}

/** Of the whole fee in proportion, so that what the last refund returns makes the sum exact. */
function feeBack({ returnsFee }: SaleRefund, own: Centavos, sale: Sale, totals: RefundedTotals): Centavos {
  if (!returnsFee) return ZERO
  return ((sale.fee * (totals.feeBearing + own)) / sale.amount - totals.feeReturned) as Centavos
}

function totalsAfter(totals: RefundedTotals, before: SaleRefund, ended: SaleRefund): RefundedTotals {
  const wasPending = before.status === 'PENDING' ? before.amount : ZERO
  const wasRequested = before.pspInitiated ? ZERO : wasPending
  const own = ended.status === 'COMPLETED' ? ended.amount - ended.disputed : ZERO
  return {
    pending: (totals.pending - wasPending) as Centavos,
    pendingRequested: (totals.pendingRequested - wasRequested) as Centavos,
    refunded: (totals.refunded + own) as Centavos,
    feeBearing: (ended.returnsFee ? totals.feeBearing + own : totals.feeBearing) as Centavos,
    feeReturned: (totals.feeReturned + ended.feeReturned - before.feeReturned) as Centavos,
    unshown: (totals.unshown - (ended.disputed - before.disputed)) as Centavos,
    standing: totals.standing,
  }
}

function refundedSaleOf(sale: Sale, { refunded }: RefundedTotals, now: Date): Sale | null {
  const isWhole = refunded > ZERO && refunded === sale.amount
  return isWhole && mayBecome(sale.status, 'ESTORNADO') ? moved(sale, 'ESTORNADO', now) : null
}
