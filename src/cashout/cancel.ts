// An account cancels a cashout that has not been submitted. A repeated request gets the first answer; a cashout that was submitted
// cannot be cancelled.
import type { Actor } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { PathId } from '#http/request/path-id.ts'
import { type Answer, answerOf, type Replayed, stayingAnswer } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { openBooks } from '#ledger/books.ts'
import { type Cashout, type CashoutKey, STATES } from './cashout.ts'
import type { CashoutDeps } from './deps.ts'
import {
  type Ended,
  endBeforeSubmission,
  type NotSubmittedProof,
  proveNotSubmitted,
  stillNotSubmitted,
} from './end-before-submission.ts'
import { findCashout, lockCashouts } from './store.ts'

export interface CancelRequest extends Keyed {
  accountId: number
  id: PathId
  actor: Actor
  /** The form in which the caller reads a cashout, and a refusal. */
  form: (cashout: Cashout) => object
  dialect: 'cashout' | 'panel'
}

export interface Cancelled {
  answer: Answer
}

export async function cancelCashout(
  deps: CashoutDeps,
  request: CancelRequest,
): Promise<Cancelled | Replayed | Failure> {
  const found = await findCashout(deps.db, request.accountId, request.id)
  if (found === null) return notFound('Cashout')
  const proof = await proveNotSubmitted(deps, found)
  if (proof instanceof Failure) return proof
  const outcome = await deps.db.transaction(tx =>
    underKey(tx, request, {
      now: deps.clock(),
      decide: () => cancelUnderLock(tx, deps, request, found, proof),
      answerOf: one =>
        one instanceof Failure ? stayingAnswer(one, request.dialect) : acceptedAnswer(request, one.cashout),
    }),
  )
  if (outcome instanceof Failure || 'replayed' in outcome) return outcome
  deps.outbox.send(outcome.pendingDeliveries)
  return { answer: acceptedAnswer(request, outcome.cashout) }
}

const acceptedAnswer = ({ form }: CancelRequest, cashout: Cashout) => answerOf(202, form(cashout))

async function cancelUnderLock(
  tx: Transaction,
  deps: Pick<CashoutDeps, 'outbox' | 'clock'>,
  { actor }: CancelRequest,
  key: CashoutKey,
  proof: NotSubmittedProof,
): Promise<Ended | Failure> {
  const now = deps.clock()
  const books = await openBooks(tx, [key.accountId], now)
  const [cashout] = await lockCashouts(tx, [key])
  if (cashout === undefined) return notFound('Cashout')
  if (cashout.state === 'cancelled') return { cashout, pendingDeliveries: [] }
  if (cashout.state !== 'requested')
    return new Failure('CONFLICT', `A cashout that is ${STATES[cashout.state].resource} cannot be cancelled any more`)
  const refused = await stillNotSubmitted(tx, proof)
  if (refused !== null) return refused
  const entry = { actor, action: 'cashout.cancelled', detail: { waited: cashout.waiting } }
  return endBeforeSubmission(tx, deps.outbox, books, cashout, { outcome: 'CANCELLED', failure: null, entry }, now)
}
