// What our books say of the payment of a cashout: who bears it, and what of it came back. And how what comes back, or was
// never paid after all, is shared between those who bear it. Pure.
import { add, type Centavos, subtract, ZERO } from '#kernel/money.ts'
import type { Posting } from '#ledger/ledger.ts'
import { type Cashout, outstandingOf } from '../cashout.ts'

/** Part of a payment, by whose money it is; the operator's is below zero where the operator has gained by the payment. */
export interface Share {
  seller: Centavos
  operator: Centavos
}

/** What each bears by now: captured, charged or lost, less what was given back. */
export interface Booked extends Share {
  /** What came back by the word of the PSP, by the ids of the returns. */
  back: Centavos
}

export const UNPAID: Booked = { seller: ZERO, operator: ZERO, back: ZERO }

/** What is out: gone through the PSP and not back. */
export const leftOf = ({ seller, operator }: Share): Centavos => add(seller, operator)

/** What the PSP has paid, as far as our books let it stand. */
export const paidOf = (booked: Booked): Centavos => add(leftOf(booked), booked.back)

/** The whole of what is out. */
export const wholeOf = ({ seller, operator }: Share): Share => ({ seller, operator })

/** Of money that came back: the seller is made whole first. */
export function shareOfReturn({ seller }: Share, amount: Centavos): Share {
  const theirs = least(amount, seller)
  return { seller: theirs, operator: subtract(amount, theirs) }
}

/** Of what was booked too much: the operator, who bore the excess, is made whole first. */
export function shareOfExcess({ operator }: Share, amount: Centavos): Share {
  const ours = operator > 0n ? least(amount, operator) : ZERO
  return { seller: subtract(amount, ours), operator: ours }
}

export const least = (one: Centavos, other: Centavos): Centavos => (one < other ? one : other)

/** Gives a share back. `ofNet` is the part of it that was captured: that much of the cashout has been returned. */
export function giveBack(cashout: Cashout, { seller, operator }: Share, pspAccountId: number) {
  const of = { subject: 'withdrawal' as const, subjectId: cashout.id, pspAccountId }
  const ofNet = least(seller, outstandingOf(cashout))
  const all: Posting[] = [
    { kind: 'CASHOUT_RETURNED', amount: ofNet, ...of },
    { kind: 'CASHOUT_UNCHARGED', amount: subtract(seller, ofNet), ...of },
    { kind: 'CASHOUT_SURPLUS', amount: operator, ...of },
    { kind: 'CASHOUT_LOSS', amount: subtract(ZERO, operator), ...of },
  ]
  return { ofNet, postings: all.filter(({ amount }) => amount > 0n) }
}
