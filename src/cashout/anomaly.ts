// An anomaly: two facts about a cashout that cannot both be true, or an outcome that nobody can find out. It is kept with
// both sides and books nothing until a person decides. What they may decide follows from its kind and from the state that
// the cashout is in by then; what a decision moves is told here too. Pure.
import { type Centavos, centavos, subtract, ZERO } from '#kernel/money.ts'
import type { Posting } from '#ledger/ledger.ts'
import { captureOf, releaseOf } from './booking.ts'
import { type Cashout, type CashoutKey, type CashoutState, outstandingOf } from './cashout.ts'

export const ANOMALY_KINDS = [
  'OUTCOME_UNKNOWN', // sent, and the PSP cannot be asked any further
  'OTHER_AMOUNT', // paid, but not the net amount
  'OTHER_PAYEE', // paid, but to another key
  'DUPLICATE_PAYMENT', // paid by a payment that pays another cashout already
  'PAID_AFTER_END', // paid, although the hold had been given back
  'FAILED_AFTER_PAID', // failed, although the hold had been captured
  'RETURN_TOO_LARGE', // more came back than is outstanding
] as const

export type AnomalyKind = (typeof ANOMALY_KINDS)[number]

/** While one of these is open, no news of the PSP's moves the cashout: a person has to say which of the facts holds. */
export const CONTESTING = ['OTHER_AMOUNT', 'OTHER_PAYEE', 'DUPLICATE_PAYMENT'] as const satisfies AnomalyKind[]

export interface Anomaly extends CashoutKey {
  kind: AnomalyKind
  pspAccountId: number | null
  ours: Record<string, unknown>
  theirs: Record<string, unknown>
}

export const DECISIONS = [
  'SETTLE', // it counts as paid: the hold is captured, and the operator's side takes the difference
  'RELEASE', // it counts as not paid: the hold goes back, and the operator bears what the bank paid all the same
  'CHARGE_SELLER', // the seller owes what the bank paid
  'BEAR_LOSS', // the operator bears what the bank paid
  'CREDIT_SELLER', // the seller gets back what was captured for the payment
  'SEND_AGAIN', // the same id goes to the PSP once more
  'DISMISS', // nothing is booked
] as const

export type Decision = (typeof DECISIONS)[number]

type Table = Record<AnomalyKind, Partial<Record<CashoutState, readonly Decision[]>>>

// A cashout that is under way can never be dismissed: it would stay so for ever.
const DECIDABLE: Table = {
  OUTCOME_UNKNOWN: {
    submitted: ['SETTLE', 'RELEASE', 'SEND_AGAIN'],
    settled: ['DISMISS'],
    refused: ['DISMISS'],
  },
  OTHER_AMOUNT: {
    submitted: ['SETTLE', 'RELEASE'],
    settled: ['BEAR_LOSS', 'DISMISS'],
    refused: ['CHARGE_SELLER', 'BEAR_LOSS', 'DISMISS'],
  },
  OTHER_PAYEE: {
    submitted: ['SETTLE', 'RELEASE'],
    settled: ['DISMISS'],
    refused: ['CHARGE_SELLER', 'BEAR_LOSS', 'DISMISS'],
  },
  DUPLICATE_PAYMENT: {
    submitted: ['SETTLE', 'RELEASE'],
    settled: ['DISMISS'],
    refused: ['DISMISS'],
  },
  PAID_AFTER_END: { refused: ['CHARGE_SELLER', 'BEAR_LOSS', 'DISMISS'] },
  FAILED_AFTER_PAID: { settled: ['CREDIT_SELLER', 'DISMISS'] },
  RETURN_TOO_LARGE: { settled: ['DISMISS'] },
}

/** An anomaly with the cashout as it is now. */
export interface Case {
  anomaly: Anomaly
  cashout: Cashout
  /** What our books say has left through the PSP for the cashout. */
  paidSoFar: Centavos
}

export function allowedDecisions(found: Case): Decision[] {
  const { kind } = found.anomaly
  return (DECIDABLE[kind][found.cashout.state] ?? []).filter(decision => stillHolds(found, decision))
}

/** A second anomaly of one cashout must not book again what the decision on the first has booked. */
function stillHolds(found: Case, decision: Decision): boolean {
  switch (decision) {
    case 'CHARGE_SELLER':
    case 'BEAR_LOSS':
      return unbooked(found) > 0n
    case 'CREDIT_SELLER':
      return outstandingOf(found.cashout) > 0n
    case 'SEND_AGAIN':
      return !found.cashout.restored
    default:
      return true
  }
}

/** What the PSP says it paid; null where it says nothing of the kind. */
export function toldPaid({ theirs }: Anomaly): Centavos | null {
  return theirs.state === 'paid' && typeof theirs.amount === 'string' ? centavos(BigInt(theirs.amount)) : null
}

const unbooked = ({ anomaly, paidSoFar }: Case): Centavos => subtract(toldPaid(anomaly) ?? ZERO, paidSoFar)

/** What a decision moves, in order. `pspAccountId`: where the payment left, or would have. */
export function postingsOf(found: Case, decision: Decision, pspAccountId: number): Posting[] {
  const { anomaly, cashout } = found
  const of = { subject: 'withdrawal' as const, subjectId: cashout.id, pspAccountId }
  const loss = (amount: Centavos): Posting[] => (amount > 0n ? [{ kind: 'CASHOUT_LOSS', amount, ...of }] : [])
  switch (decision) {
    case 'SETTLE': {
      const more = subtract(toldPaid(anomaly) ?? cashout.net, cashout.net)
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
      return [{ kind: 'CASHOUT_RETURNED', amount: outstandingOf(cashout), ...of }]
    case 'SEND_AGAIN':
    case 'DISMISS':
      return []
  }
}

/** A payment that pays another cashout has been booked there. */
const lostByRelease = (anomaly: Anomaly): Centavos =>
  anomaly.kind === 'DUPLICATE_PAYMENT' ? ZERO : (toldPaid(anomaly) ?? ZERO)
