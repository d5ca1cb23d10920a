// An account takes back a cashout that has not been sent. Whoever asks again is answered as the first time; one that has been
// sent cannot be taken back.
import type { Actor } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { PathId } from '#http/path-id.ts'
import { type Answer, answerOf, type Replayed, stayingAnswer } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { openBooks } from '#ledger/books.ts'
import { type Cashout, type CashoutKey, STATES } from './cashout.ts'
import { findCashout, lockCashouts } from './store.ts'
import { type Ended, endUnsent, type Proof, proveUnsent, stillUnsent, type UnsentNeeds } from './unsent.ts'

export interface CancelAsk extends Keyed {
  accountId: number
  id: PathId
  actor: Actor
  /** How the caller reads a cashout, and a refusal. */
  form: (cashout: Cashout) => object
  dialect: 'cashout' | 'panel'
}

export interface Cancelled {
  answer: Answer
}

export async function cancelCashout(needs: UnsentNeeds, ask: CancelAsk): Promise<Cancelled | Replayed | Failure> {
  const found = await findCashout(needs.db, ask.accountId, ask.id)
  if (found === null) return notFound('Cashout')
  const proof = await proveUnsent(needs, found)
  if (proof instanceof Failure) return proof
  const outcome = await needs.db.transaction(tx =>
    underKey(tx, ask, {
      now: needs.clock(),
      decide: () => cancelUnderLock(tx, needs, ask, found, proof),
      answerOf: one => (one instanceof Failure ? stayingAnswer(one, ask.dialect) : acceptedAnswer(ask, one.cashout)),
    }),
  )
  if (outcome instanceof Failure || 'replayed' in outcome) return outcome
  needs.outbox.send(outcome.born)
  return { answer: acceptedAnswer(ask, outcome.cashout) }
}

const acceptedAnswer = ({ form }: CancelAsk, cashout: Cashout) => answerOf(202, form(cashout))

async function cancelUnderLock(
  tx: Transaction,
  needs: UnsentNeeds,
  { actor }: CancelAsk,
  key: CashoutKey,
  proof: Proof,
): Promise<Ended | Failure> {
  const now = needs.clock()
  const books = await openBooks(tx, [key.accountId], now)
  const [cashout] = await lockCashouts(tx, [key])
  if (cashout === undefined) return notFound('Cashout')
  if (cashout.state === 'cancelled') return { cashout, born: [] }
  if (cashout.state !== 'requested')
    return new Failure('CONFLICT', `A cashout that is ${STATES[cashout.state].resource} cannot be cancelled any more`)
  const refused = await stillUnsent(tx, proof)
  if (refused !== null) return refused
  const entry = { actor, action: 'cashout.cancelled', detail: { waited: cashout.waiting } }
  return endUnsent(tx, needs.outbox, books, cashout, { outcome: 'CANCELLED', failure: null, entry }, now)
}
