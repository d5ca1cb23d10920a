// What our books say about the payment of a cashout: which side bears it, and how much of it came back. And how a return, or a
// payment that did not happen after all, is shared between the sides that bear it. Pure.
import { add, type Centavos, min, subtract, ZERO } from '#kernel/money.ts'
import type { Posting } from '#ledger/ledger.ts'
import { type Cashout, outstandingOf } from '../cashout.ts'

/** A part of a payment, by side; the operator's is below zero where the operator has gained by the payment. */
export interface Share {
  seller: Centavos
  operator: Centavos
}

/** What each side bears now: captured, charged or lost, less what was given back. */
export interface Booked extends Share {
  /** The returns that the PSP reported, by their ids. */
  back: Centavos
}

export const UNPAID: Booked = { seller: ZERO, operator: ZERO, back: ZERO }

/** What has left through the PSP and not come back. */
export const leftOf = ({ seller, operator }: Share): Centavos => add(seller, operator)

/** What the PSP has paid, as far as our books accept it. */
export const paidOf = (booked: Booked): Centavos => add(leftOf(booked), booked.back)

/** Everything that has left and not come back. */
export const wholeOf = ({ seller, operator }: Share): Share => ({ seller, operator })

/** Shares money that came back: the seller is made whole first. */
export function shareOfReturn({ seller }: Share, amount: Centavos): Share {
  const theirs = min(amount, seller)
  return { seller: theirs, operator: subtract(amount, theirs) }
}

/** Shares what was booked in excess: the operator, who bore the excess, is made whole first. */
export function shareOfExcess({ operator }: Share, amount: Centavos): Share {
  const ours = operator > 0n ? min(amount, operator) : ZERO
  return { seller: subtract(amount, ours), operator: ours }
}

/** Gives a share back. `ofNet` is the captured part of it: so much of the cashout has been returned. */
export function giveBack(cashout: Cashout, { seller, operator }: Share, pspAccountId: number) {
  const of = { subject: 'withdrawal' as const, subjectId: cashout.id, pspAccountId }
  const ofNet = min(seller, outstandingOf(cashout))
  const all: Posting[] = [
    { kind: 'CASHOUT_RETURNED', amount: ofNet, ...of },
    { kind: 'CASHOUT_UNCHARGED', amount: subtract(seller, ofNet), ...of },
    { kind: 'CASHOUT_SURPLUS', amount: operator, ...of },
    { kind: 'CASHOUT_LOSS', amount: subtract(ZERO, operator), ...of },
  ]
  return { ofNet, postings: all.filter(({ amount }) => amount > 0n) }
}
