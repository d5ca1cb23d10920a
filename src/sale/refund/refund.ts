// A refund: money that goes back the way it came. Its id at the PSP is minted and stored before the first call. Pure; the
// verbs beside this file send it and end it.
//
//   PENDING --> COMPLETED
//      '------> FAILED --> COMPLETED   (only where the PSP says afterwards that it went back after all)
import { mintPspId, mintUuid } from '#kernel/ids.ts'
import type { Centavos } from '#kernel/money.ts'
import type { RandomBytes } from '#kernel/time.ts'
import type { IncomingPayment } from '../incoming-payment/incoming-payment.ts'

export type RefundStatus = 'PENDING' | 'COMPLETED' | 'FAILED'

export interface Refund {
  accountId: number
  uuid: string
  receiptId: bigint
  pspAccountId: number
  endToEndId: string
  /** What the PSP knows it by. */
  pspRefundId: string
  amount: Centavos
  status: RefundStatus
  /** Why: the receipt's own reason, or the words of the person who asked for it. */
  reason: string
  /** The person; null where the account's rule did. */
  askedBy: string | null
  /** Above 0 the PSP is asked about it before anything is sent. */
  lookups: number
  createdAt: Date
}

export interface RefundWish {
  reason: string
  askedBy: string | null
  /** One that was sent before our memory of it was lost, and is asked about first; absent, a new one is minted. */
  pspRefundId?: string | undefined
}

/** The whole receipt goes back. */
export function newRefund(incomingPayment: IncomingPayment, wish: RefundWish, random: RandomBytes, now: Date): Refund {
  return {
    accountId: incomingPayment.accountId,
    uuid: mintUuid(random),
    receiptId: incomingPayment.id,
    pspAccountId: incomingPayment.pspAccountId,
    endToEndId: incomingPayment.endToEndId,
    pspRefundId: wish.pspRefundId ?? mintPspId(incomingPayment.accountId, random),
    amount: incomingPayment.amount,
    status: 'PENDING',
    reason: wish.reason,
    askedBy: wish.askedBy,
    lookups: wish.pspRefundId === undefined ? 0 : 1,
    createdAt: now,
  }
}

/** How the PSP says that it ended. */
export type RefundEnd =
  | { state: 'done'; amount: Centavos; rtrId: string | null }
  | { state: 'failed'; code: string; reason: string }

/**
 * What an end means for a refund as it stands, with its receipt. 'contradiction': two facts that cannot both be true, about
 * which a person decides; null: it is known already.
 */
export function meaningOfEnd(
  refund: Pick<Refund, 'status' | 'amount'>,
  incomingPayment: Pick<IncomingPayment, 'status'>,
  end: RefundEnd,
): 'complete' | 'fail' | 'contradiction' | null {
  if (end.state === 'failed') return FAILED_MEANS[refund.status]
  if (end.amount !== refund.amount) return 'contradiction'
  if (refund.status === 'COMPLETED') return null
  // One that had failed may still turn out to have been executed, as long as nothing else was done with the money.
  const expected = refund.status === 'PENDING' ? 'RETURNING' : 'UNACCEPTED'
  return incomingPayment.status === expected ? 'complete' : 'contradiction'
}

const FAILED_MEANS = { PENDING: 'fail', COMPLETED: 'contradiction', FAILED: null } as const
