// Money that no sale accepts goes back to its payer: a Pix the way it came, money of a boleto to a key of the boleto's payer.
import { record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { underKey } from '#idempotency/under.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import type { SaleDeps } from '../../deps.ts'
import { isMovementPaymentId } from '../../movement/movement.ts'
import { newUnmatchedRefund } from '../../refund/refund.ts'
import { type PayerKey, targetOf } from '../../refund/request.ts'
import { insertRefunds, mintRefundId } from '../../refund/store.ts'
import { findSale } from '../../store.ts'
import type { IncomingPayment, IncomingPaymentKey } from '../incoming-payment.ts'
import type { ShownIncomingPayment } from '../list-store.ts'
import { type Decision, updateIncomingPayments } from '../store.ts'
import { decidedAnswer } from '../wire.ts'
import { type Deciding, entryOf, lockUndecided, shown } from './decision.ts'

export interface Returning extends Deciding {
  /** The payer's key; only for money of a boleto that was not paid by its Pix. */
  refundTo: PayerKey | null
}

/** Answers the incoming payment when that is decided; the money is sent back soon. */
export async function returnIncomingPayment(
  deps: SaleDeps,
  key: IncomingPaymentKey,
  deciding: Returning,
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
  deciding: Returning,
  now: Date,
): Promise<ShownIncomingPayment | Failure> {
  const incomingPayment = await lockUndecided(tx, key)
  if (incomingPayment instanceof Failure) return incomingPayment
  const to = await returnTargetOf(tx, incomingPayment, deciding.refundTo)
  if (to instanceof Failure) return to
  const { reason, by } = deciding
  const id = await mintRefundId(tx)
  await insertRefunds(tx, [newUnmatchedRefund(incomingPayment, { reason, askedBy: by.id, to }, id, random, now)])
  const decision: Decision = { decision: 'RETURN', reason, by: by.id, at: now }
  await updateIncomingPayments(tx, [{ accountId: key.accountId, id: key.id, status: 'RETURNING', decision }])
  await record(tx, [entryOf(incomingPayment, 'receipt.return-decided', deciding)], now)
  return shown(tx, key)
}

/** The payer of a boleto is the customer of its sale; of a TED the bank reports the payer. */
async function returnTargetOf(
  tx: Transaction,
  { accountId, saleId, endToEndId, chargePaymentId, payer }: IncomingPayment,
  to: PayerKey | null,
) {
  const sale = saleId === null ? null : await findSale(tx, accountId, { number: saleId })
  const way = endToEndId !== chargePaymentId ? 'PIX' : sale?.charge?.card ? 'CARD' : 'KEY'
  const document = isMovementPaymentId(endToEndId) ? payer.document : (sale?.customer.document ?? '')
  if (way === 'KEY' && document === '')
    return new Failure('CONFLICT', 'The payer is not known: nobody can tell whose key it is')
  const target = targetOf({ way }, document, to)
  if (!(target instanceof Failure)) return target
  return invalid('refundTo', way === 'KEY' ? 'a PIX key of the payer' : 'none: it goes back the way it came')
}
