// An anomaly: two facts about a cashout that cannot both be true, or an outcome that cannot be found out. Both facts are stored,
// and nothing is booked until a person decides. The kind of the anomaly and the current state of the cashout define which decisions
// are allowed, and this file also defines what each decision books. Pure.
import { type Centavos, centavos, min, subtract, ZERO } from '#kernel/money.ts'
import type { Posting } from '#ledger/ledger.ts'
import type { PayoutReturn } from '#psp/port.ts'
import type { Cashout, CashoutKey, CashoutState } from '../cashout.ts'
import {
  type Booked,
  giveBack,
  leftOf,
  paidOf,
  type Share,
  shareOfExcess,
  shareOfReturn,
  wholeOf,
} from '../settlement/booked.ts'
import { captureOf, releaseOf } from '../settlement/postings.ts'

export const ANOMALY_KINDS = [
  'OUTCOME_UNKNOWN', // sent, and the PSP has no further answer to give
  'OTHER_AMOUNT', // paid, but not the net amount
  'OTHER_PAYEE', // paid, but to another key
  'DUPLICATE_PAYMENT', // paid by a payment that pays another cashout already
  'PAID_AFTER_END', // paid, although the hold, or the amount paid, had been given back
  'FAILED_AFTER_PAID', // failed, although the payment had been captured, charged or borne
  'RETURN_TOO_LARGE', // more came back than the seller alone, or the operator alone, has paid
] as const

export type AnomalyKind = (typeof ANOMALY_KINDS)[number]

/** While one of these is open, no report of the PSP moves the cashout: a person has to decide which fact holds. */
export const CONTESTING = ['OTHER_AMOUNT', 'OTHER_PAYEE', 'DUPLICATE_PAYMENT'] as const satisfies AnomalyKind[]

export interface Anomaly extends CashoutKey {
  kind: AnomalyKind
  pspAccountId: number | null
  ours: Record<string, unknown>
  theirs: Record<string, unknown>
}

export const DECISIONS = [
  'SETTLE', // counts as paid: the hold is captured, and the operator's side takes the difference
  'RELEASE', // counts as not paid: the hold is released, and the operator bears what the bank paid all the same
  'CHARGE_SELLER', // the seller owes what the bank paid
  'BEAR_LOSS', // the operator bears what the bank paid
  'CREDIT_SELLER', // what was booked in excess, or came back, goes to the seller, and what the operator bore to the operator
  'SEND_AGAIN', // the same id is sent to the PSP once more
  'DISMISS', // nothing is booked
] as const

export type Decision = (typeof DECISIONS)[number]

/** Decisions that change the books: after one of them, a conflict that was decided before may be reported again. */
export const BOOKING = [
  'SETTLE',
  'RELEASE',
  'CHARGE_SELLER',
  'BEAR_LOSS',
  'CREDIT_SELLER',
] as const satisfies Decision[]

type Table = Record<AnomalyKind, Partial<Record<CashoutState, readonly Decision[]>>>

const PUT_RIGHT = ['CHARGE_SELLER', 'BEAR_LOSS', 'CREDIT_SELLER', 'DISMISS'] as const

// A cashout that is under way can never be dismissed: it would stay under way for ever.
const DECIDABLE: Table = {
  OUTCOME_UNKNOWN: {
    submitted: ['SETTLE', 'RELEASE', 'SEND_AGAIN'],
    settled: ['DISMISS'],
    refused: ['DISMISS'],
  },
  OTHER_AMOUNT: { submitted: ['SETTLE', 'RELEASE'], settled: PUT_RIGHT, refused: PUT_RIGHT },
  OTHER_PAYEE: { submitted: ['SETTLE', 'RELEASE'], settled: PUT_RIGHT, refused: PUT_RIGHT },
  DUPLICATE_PAYMENT: {
    submitted: ['SETTLE', 'RELEASE'],
    settled: PUT_RIGHT,
    refused: ['DISMISS'],
  },
  PAID_AFTER_END: { settled: PUT_RIGHT, refused: PUT_RIGHT },
  FAILED_AFTER_PAID: { settled: ['CREDIT_SELLER', 'DISMISS'], refused: ['CREDIT_SELLER', 'DISMISS'] },
  RETURN_TOO_LARGE: { settled: ['CREDIT_SELLER', 'DISMISS'], refused: ['CREDIT_SELLER', 'DISMISS'] },
}

/** An anomaly with the cashout as it is now. */
export interface Case {
  anomaly: Anomaly
  cashout: Cashout
  booked: Booked
  /** The outcome of the attempt is still unknown, and no open conflict about the cashout waits for a person. */
  unclear: boolean
}

export function allowedDecisions(found: Case): Decision[] {
  const { kind } = found.anomaly
  return (DECIDABLE[kind][found.cashout.state] ?? []).filter(decision => stillHolds(found, decision))
}

/** What one anomaly allows may become wrong by the decision on another one, or by a later answer of the PSP. */
function stillHolds(found: Case, decision: Decision): boolean {
  const { anomaly, cashout, unclear } = found
  switch (decision) {
    case 'CHARGE_SELLER':
      // The seller never pays more than the seller requested, once a payment was made.
      return unbooked(found) > 0n && (cashout.state === 'refused' || (reportedPaid(anomaly) ?? ZERO) <= cashout.net)
    case 'BEAR_LOSS':
      return unbooked(found) > 0n
    case 'CREDIT_SELLER':
      return hasCredit(found)
    case 'RELEASE':
      return anomaly.kind !== 'OUTCOME_UNKNOWN' || unclear
    case 'SEND_AGAIN':
      return unclear && !cashout.restored
    default:
      return true
  }
}

/** The return of a payment that our books do not have is nobody's gain: the payment is decided first. */
function hasCredit({ anomaly, booked }: Case): boolean {
  if (anomaly.kind === 'RETURN_TOO_LARGE') return paidOf(booked) > 0n && returnOf(anomaly) !== null
  if (leftOf(booked) <= 0n) return false
  return anomaly.kind === 'FAILED_AFTER_PAID' || (reportedPaid(anomaly) ?? paidOf(booked)) < paidOf(booked)
}

/** The amount that the PSP reports as paid; null where it reports none. */
export const reportedPaid = ({ theirs }: Anomaly): Centavos | null =>
  theirs.state === 'paid' ? amountIn(theirs.amount) : null

/** The amount that the PSP reports as returned; null where it reports none. */
export function returnOf({ theirs }: Anomaly): PayoutReturn | null {
  const amount = theirs.state === 'returned' ? amountIn(theirs.amount) : null
  const { rtrId, returnedAt } = theirs
  if (amount === null || typeof rtrId !== 'string' || typeof returnedAt !== 'string') return null
  return { rtrId, amount, returnedAt: new Date(returnedAt) }
}

const amountIn = (amount: unknown): Centavos | null => (typeof amount === 'string' ? centavos(BigInt(amount)) : null)

const unbooked = ({ anomaly, booked }: Case): Centavos => subtract(reportedPaid(anomaly) ?? ZERO, paidOf(booked))

/** For CREDIT_SELLER: how much each side gets. */
export function creditOf({ anomaly, booked }: Case): Share {
  if (anomaly.kind === 'FAILED_AFTER_PAID') return wholeOf(booked)
  const back = returnOf(anomaly)
  if (back !== null) return shareOfReturn(booked, back.amount)
  const excess = subtract(paidOf(booked), reportedPaid(anomaly) ?? ZERO)
  return shareOfExcess(booked, min(excess, leftOf(booked)))
}

/** The postings of a decision, in order. `pspAccountId`: the PSP account that the payment left, or would have left. */
export function postingsOf(found: Case, decision: Decision, pspAccountId: number): Posting[] {
  const { anomaly, cashout } = found
  const of = { subject: 'withdrawal' as const, subjectId: cashout.id, pspAccountId }
  const loss = (amount: Centavos): Posting[] => (amount > 0n ? [{ kind: 'CASHOUT_LOSS', amount, ...of }] : [])
  switch (decision) {
    case 'SETTLE': {
      const more = subtract(reportedPaid(anomaly) ?? cashout.net, cashout.net)
      const surplus: Posting[] = more < 0n ? [{ kind: 'CASHOUT_SURPLUS', amount: subtract(ZERO, more), ...of }] : []
      return [...captureOf(cashout, pspAccountId), ...loss(more), ...surplus]
    }
    case 'RELEASE':
      return [releaseOf(cashout), ...loss(lostByRelease(anomaly))]
    case 'CHARGE_SELLER':
      return [{ kind: 'CASHOUT_CHARGED', amount: unbooked(found), forced: true, ...of }]
    case 'BEAR_LOSS':
      return loss(unbooked(found))
    case 'CREDIT_SELLER':
      return giveBack(cashout, creditOf(found), pspAccountId).postings
    case 'SEND_AGAIN':
    case 'DISMISS':
      return []
  }
}

/** A payment that pays another cashout has been booked there. */
const lostByRelease = (anomaly: Anomaly): Centavos =>
  anomaly.kind === 'DUPLICATE_PAYMENT' ? ZERO : (reportedPaid(anomaly) ?? ZERO)
