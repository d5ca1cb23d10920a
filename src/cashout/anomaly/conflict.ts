// Decides whether a payment as the PSP reports it can be true beside our books, earlier decisions included. What a person has
// decided to let stand is no conflict when the PSP reports it again; any departure from it is one. Pure.
import type { Centavos } from '#kernel/money.ts'
import type { CashoutFailureCode } from '#kernel/payment-failure.ts'
import { normalisePixKey } from '#kernel/pix/pix-key.ts'
import type { Recipient } from '#psp/port.ts'
import { type Cashout, hasEnded, keyText } from '../cashout.ts'
import { type Booked, leftOf, paidOf } from '../settlement/booked.ts'
import type { AnomalyKind } from './anomaly.ts'

export type Result =
  | {
      state: 'paid'
      amount: Centavos
      endToEndId: string | null
      /** Where the PSP reports it. */
      pixKey: string | null
      /** The recipient, where the PSP reports one. No decision depends on it. */
      recipient?: Recipient
    }
  | { state: 'failed'; code: CashoutFailureCode; reason: string }

/** What is known about a cashout and its payment. */
export interface Beside {
  booked: Booked
  /** The cashout that the payment pays already, if any. */
  payer: string | undefined
}

export function conflicts(cashout: Cashout, { booked, payer }: Beside, result: Result): AnomalyKind | null {
  const ended = hasEnded(cashout)
  if (result.state === 'failed') return ended && leftOf(booked) > 0n ? 'FAILED_AFTER_PAID' : null
  const otherPayee = result.pixKey !== null && !samePayee(cashout, result.pixKey)
  if (payer !== undefined && payer !== keyText(cashout)) return 'DUPLICATE_PAYMENT'
  if (!ended) return conflictsWithRequest(cashout, result.amount, otherPayee)
  const paid = paidOf(booked)
  if (result.amount === paid) return otherPayee ? 'OTHER_PAYEE' : null
  return (
    conflictsWithRequest(cashout, result.amount, otherPayee) ??
    (result.amount > paid ? 'PAID_AFTER_END' : 'OTHER_AMOUNT')
  )
}

function conflictsWithRequest(cashout: Cashout, amount: Centavos, otherPayee: boolean): AnomalyKind | null {
  if (amount !== cashout.net) return 'OTHER_AMOUNT'
  return otherPayee ? 'OTHER_PAYEE' : null
}

/** Only the PSP knows the recipient of a restored cashout. */
function samePayee({ pixKey, pixKeyType, restored }: Cashout, paid: string): boolean {
  return restored || (normalisePixKey(pixKeyType, paid) ?? paid) === normalisePixKey(pixKeyType, pixKey)
}
