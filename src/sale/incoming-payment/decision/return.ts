// Money that no sale accepts goes back to its payer.
import { record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { underKey } from '#idempotency/under.ts'
import { Failure } from '#kernel/failure.ts'
import type { SaleDeps } from '../../deps.ts'
import { newUnmatchedRefund } from '../../refund/refund.ts'
import { insertRefunds, mintRefundId } from '../../refund/store.ts'
import type { IncomingPaymentKey } from '../incoming-payment.ts'
import type { ShownIncomingPayment } from '../list-store.ts'
import { type Decision, updateIncomingPayments } from '../store.ts'
import { decidedAnswer } from '../wire.ts'
import { type Deciding, entryOf, lockUndecided, shown } from './decision.ts'

/** Answers the incoming payment when that is decided; the money is sent back soon. */
export async function returnIncomingPayment(
  deps: SaleDeps,
  key: IncomingPaymentKey,
  deciding: Deciding,
): Promise<ShownIncomingPayment | Replayed | Failure> {
  const now = deps.clock()
  return deps.db.transaction(tx =>
    underKey(tx, deciding, {
      now,
      decide: () => returnUnderLock(tx, deps, key, deciding, now),
      answerOf: decidedAnswer,
    }),
  )
}

async function returnUnderLock(
  tx: Transaction,
  { random }: SaleDeps,
  key: IncomingPaymentKey,
  deciding: Deciding,
  now: Date,
): Promise<ShownIncomingPayment | Failure> {
  const incomingPayment = await lockUndecided(tx, key)
  if (incomingPayment instanceof Failure) return incomingPayment
  const { reason, by } = deciding
  const id = await mintRefundId(tx)
  await insertRefunds(tx, [newUnmatchedRefund(incomingPayment, { reason, askedBy: by.id }, id, random, now)])
  const decision: Decision = { decision: 'RETURN', reason, by: by.id, at: now }
  await updateIncomingPayments(tx, [{ accountId: key.accountId, id: key.id, status: 'RETURNING', decision }])
  await record(tx, [entryOf(incomingPayment, 'receipt.return-decided', deciding)], now)
  return shown(tx, key)
}
