// A person approves or rejects a cashout that waits, under the lock under which it is sent, cancelled and given up: whatever comes
// together, one of them wins and the others are told. The last approval that is missing lets it go (let-go.ts).
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { type Answer, answerOf, type Replayed, stayingAnswer } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { openBooks } from '#ledger/books.ts'
import type { Born } from '#notification/outbox.ts'
import { type Readiness, readinessOf } from './attempt.ts'
import { type Cashout, type CashoutKey, keyText, STATES } from './cashout.ts'
import { isAgreed, type LastWordNeeds, letGo } from './let-go.ts'
import { isStopped } from './stopped.ts'
import { findCashouts, lockCashouts } from './store.ts'
import { detailOf, endUnsent, type Proof, proveUnsent, stillUnsent } from './unsent.ts'
import { findWaits, type KeptWait, keepVote, type Vote } from './wait-store.ts'
import { parkedForm, waitedForm } from './wait-wire.ts'

export interface VoteAsk extends Keyed {
  cashout: CashoutKey
  decision: Vote['decision']
  reason: string | null
  /** For the account, or for the house. */
  as: Vote['byKind']
  actor: Actor & { id: string }
}

export interface Voted {
  cashout: Cashout
  wait: KeptWait
  /** Nothing keeps it any more: it is to be sent now. */
  released: boolean
  answer: Answer
}

interface Decided extends Omit<Voted, 'answer'> {
  born: Born
}

/** What has been found out before any lock. */
interface Known {
  proof: Proof
  readiness: Readiness | null
}

export async function voteOnCashout(needs: LastWordNeeds, ask: VoteAsk): Promise<Voted | Replayed | Failure> {
  const [found] = await findCashouts(needs.db, [ask.cashout])
  if (found === undefined) return notFound('Cashout')
  const approves = ask.decision === 'APPROVED'
  const proof = approves ? { enteredAt: null } : await proveUnsent(needs, found)
  if (proof instanceof Failure) return proof
  const known = { proof, readiness: approves ? await readinessOf(needs, found) : null }
  const outcome = await needs.db.transaction(tx =>
    underKey(tx, ask, {
      now: needs.clock(),
      decide: () => decideUnderLock(tx, needs, ask, known),
      answerOf: one => (one instanceof Failure ? stayingAnswer(one, 'panel') : votedAnswer(ask, one)),
    }),
  )
  if (outcome instanceof Failure || 'replayed' in outcome) return outcome
  needs.outbox.send(outcome.born)
  return { ...outcome, answer: votedAnswer(ask, outcome) }
}

/** The account does not read who of the house has decided, nor why. */
const votedAnswer = ({ as }: VoteAsk, { cashout, wait }: Pick<Voted, 'cashout' | 'wait'>) =>
  answerOf(202, (as === 'operator' ? parkedForm : waitedForm)(cashout, wait))

async function decideUnderLock(tx: Transaction, needs: LastWordNeeds, ask: VoteAsk, known: Known) {
  const now = needs.clock()
  const books = await openBooks(tx, [ask.cashout.accountId], now)
  const [cashout] = await lockCashouts(tx, [ask.cashout])
  const wait = (await findWaits(tx, [ask.cashout])).get(keyText(ask.cashout))
  if (cashout === undefined) return notFound('Cashout')
  if (wait === undefined) return new Failure('CONFLICT', 'This cashout waits for nobody')
  const isOwn = ({ byKind, byId }: Vote) => byKind === ask.as && byId === ask.actor.id
  if (wait.votes.find(isOwn)?.decision === ask.decision) return { cashout, wait, released: false, born: [] }
  const refusal = refusalOf(cashout, wait, ask, now) ?? (await refusalByState(tx, ask, known))
  if (refusal !== null) return refusal

  const vote = { byKind: ask.as, byId: ask.actor.id, decision: ask.decision, reason: ask.reason, at: now }
  const kept = await keepVote(tx, cashout, vote)
  const counted = { ...wait, votes: [...wait.votes.filter(one => !isOwn(one)), kept] }
  if (ask.decision === 'APPROVED') return approve(tx, needs, { cashout, wait: counted }, ask, known.readiness, now)
  const { born, cashout: after } = await endUnsent(tx, needs.outbox, books, cashout, rejection(ask, wait), now)
  return {
    cashout: after,
    wait: { ...counted, outcome: 'REJECTED', endedAt: now },
    released: false,
    born,
  } satisfies Decided
}

function refusalOf(cashout: Cashout, wait: KeptWait, { as, decision, actor }: VoteAsk, now: Date): Failure | null {
  const conflict = (said: string) => new Failure('CONFLICT', said)
  if (!cashout.waiting) return conflict(`This cashout waits no more: it is ${STATES[cashout.state].resource}`)
  if (wait.expiresAt <= now) return conflict('The time in which it could be approved is over')
  if (as === 'operator' && !wait.operatorNeeded) return conflict('This cashout does not wait for the operator')
  if (decision === 'REJECTED') return null
  if (wait.askedBy === actor.id) return new Failure('FORBIDDEN', 'Whoever asked for a cashout cannot approve it')
  if (wait.votes.some(({ byId }) => byId === actor.id))
    return new Failure('FORBIDDEN', 'Nobody approves both for the account and for the operator')
  if (as === 'operator' || wait.approvalsNeeded > 0) return null
  return conflict(
    wait.operatorNeeded ? 'This cashout waits for the operator' : 'The address of the account is being asked',
  )
}

async function refusalByState(tx: Transaction, { decision, cashout }: VoteAsk, { proof }: Known) {
  if (decision === 'REJECTED') return stillUnsent(tx, proof)
  const said = 'Nothing of this account is sent: the operator has stopped it'
  return (await isStopped(tx, cashout.accountId)) ? new Failure('CONFLICT', said) : null
}

async function approve(
  tx: Transaction,
  { outbox }: LastWordNeeds,
  of: { cashout: Cashout; wait: KeptWait },
  { actor, reason }: VoteAsk,
  readiness: Readiness | null,
  now: Date,
): Promise<Decided> {
  const { cashout, wait } = of
  const released = isAgreed(wait)
  const entry = {
    ...{ accountId: cashout.accountId, actor, action: 'cashout.approved', subject: 'cashout', subjectId: cashout.uuid },
    ...{ reason, detail: { ...detailOf(cashout), reasons: wait.reasons, released } },
  }
  await record(tx, [entry], now)
  if (!released) return { ...of, released, born: [] }
  const gone = await letGo(tx, outbox, readiness, of, now)
  return { ...gone, wait: { ...wait, outcome: 'APPROVED', endedAt: now }, released }
}

const rejection = ({ as, actor, reason }: VoteAsk, { reasons }: KeptWait) => ({
  outcome: 'REJECTED' as const,
  failure: {
    code: 'APPROVAL_REFUSED',
    message: as === 'operator' || reason === null ? 'It was not approved' : reason,
  },
  entry: { actor, action: 'cashout.rejected', reason, detail: { reasons } },
})
