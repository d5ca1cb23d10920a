// Money that no sale accepts goes back to its payer: a Pix the way it came, money of a boleto to a key of the boleto's payer. What the bank has
// taken back by itself is only recorded.
import { record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { underKey } from '#idempotency/under.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { openBooks } from '#ledger/books.ts'
import type { SaleDeps } from '../../deps.ts'
import { isMovementPaymentId } from '../../movement/movement.ts'
import { type BoletoTakenBack, findBoletoTakenBack } from '../../refund/boleto/store.ts'
import { bookTakenBack } from '../../refund/boleto/taken-back.ts'
import { newUnmatchedRefund } from '../../refund/refund.ts'
import { NO_WAY_BACK } from '../../refund/refundable.ts'
import { insertRefunds, mintRefundId } from '../../refund/store.ts'
import { hasNoWayBack, type PayerKey, targetOf } from '../../refund/to-key.ts'
import { findSale } from '../../store.ts'
import type { IncomingPayment, IncomingPaymentKey } from '../incoming-payment.ts'
import type { ShownIncomingPayment } from '../list-store.ts'
import { type Decision, findEnvironment, updateIncomingPayments } from '../store.ts'
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

/** The wallet first: a report that its money was taken back waits for it as well. */
async function returnUnderLock(
  tx: Transaction,
  deps: SaleDeps,
  key: IncomingPaymentKey,
  deciding: Returning,
  now: Date,
): Promise<ShownIncomingPayment | Failure> {
  if ((await findEnvironment(tx, key.accountId)) === null) return notFound('receipt')
  const books = await openBooks(tx, [key.accountId], now)
  const incomingPayment = await lockUndecided(tx, key)
  if (incomingPayment instanceof Failure) return incomingPayment
  const takenBack = await findBoletoTakenBack(tx, key)
  const status = takenBack === null ? 'RETURNING' : 'RETURNED'
  const refused =
    takenBack === null ? await begin(tx, deps, incomingPayment, deciding, now) : refusalOf(takenBack, deciding)
  if (refused !== null) return refused
  if (takenBack !== null) await bookTakenBack(tx, deps, books, incomingPayment, takenBack.chargeId, now)
  const { reason, by } = deciding
  const decision: Decision = { decision: 'RETURN', reason, by: by.id, at: now }
  await updateIncomingPayments(tx, [{ accountId: key.accountId, id: key.id, status, decision }])
  await record(tx, [entryOf(incomingPayment, 'receipt.return-decided', deciding)], now)
  return shown(tx, key)
}

async function begin(
  tx: Transaction,
  { random, psps }: SaleDeps,
  incomingPayment: IncomingPayment,
  { reason, by, refundTo }: Returning,
  now: Date,
): Promise<Failure | null> {
  const to = await returnTargetOf(tx, psps, incomingPayment, refundTo)
  if (to instanceof Failure) return to
  const id = await mintRefundId(tx)
  await insertRefunds(tx, [newUnmatchedRefund(incomingPayment, { reason, askedBy: by.id, to }, id, random, now)])
  return null
}

/** It would be paid twice. */
function refusalOf({ state }: BoletoTakenBack, { refundTo }: Returning): Failure | null {
  if (state === 'contested') return new Failure('CONFLICT', CONTESTED)
  return refundTo === null ? null : new Failure('CONFLICT', GONE)
}

const CONTESTED = 'The bank says that this boleto is contested: it can be returned when that is decided'
const GONE =
  'The bank has taken the money of this boleto back: it goes to no key. Returned without one, that is only recorded'

/** The payer of a boleto is the customer of its sale; of a TED the bank reports the payer. */
async function returnTargetOf(
  tx: Transaction,
  psps: SaleDeps['psps'],
  { accountId, saleId, pspAccountId, endToEndId, chargePaymentId, payer }: IncomingPayment,
  to: PayerKey | null,
) {
  const sale = saleId === null ? null : await findSale(tx, accountId, { number: saleId })
  const way = endToEndId !== chargePaymentId ? 'PIX' : sale?.charge?.card ? 'CARD' : 'KEY'
  if (await hasNoWayBack(tx, psps, { way, pspAccountId })) return new Failure('CONFLICT', NO_WAY_BACK)
  const document = isMovementPaymentId(endToEndId) ? payer.document : (sale?.customer.document ?? '')
  if (way === 'KEY' && document === '')
    return new Failure('CONFLICT', 'The payer is not known: nobody can tell whose key it is')
  const target = targetOf({ way }, document, to)
  if (!(target instanceof Failure)) return target
  return invalid('refundTo', way === 'KEY' ? 'a PIX key of the payer' : 'none: it goes back the way it came')
}
