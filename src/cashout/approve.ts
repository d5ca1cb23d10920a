// A person approves or rejects a cashout that waits, under the lock under which it is sent, cancelled and given up: whatever comes
// together, one of them wins and the others are told. The last approval that is missing lets it go (let-go.ts).
import { lockApprovers, lockOperators, oneOf } from '#access/approver-store.ts'
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { type Answer, answerOf, type Replayed, stayingAnswer } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { openBooks } from '#ledger/books.ts'
import type { Born } from '#notification/outbox.ts'
import { type Readiness, readinessOf } from './attempt.ts'
import { type Cashout, type CashoutKey, keyText } from './cashout.ts'
import { isAgreed, type LastWordNeeds, letGo } from './let-go.ts'
import { isStopped } from './stopped.ts'
import { findCashouts, lockCashouts } from './store.ts'
import { detailOf, endUnsent, type Proof, proveUnsent, stillUnsent } from './unsent.ts'
import { obstacleToApprove, obstacleToReject, ownVote, refusalFor, type Voter } from './voter.ts'
import { findOperatorVoters, findWaits, type KeptWait, keepVote, type Vote } from './wait-store.ts'
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
  if (cashout === undefined) return notFound('Cashout')
  const voter = await lockVoter(tx, ask)
  const wait = (await findWaits(tx, [ask.cashout])).get(keyText(ask.cashout))
  if (wait === undefined) return new Failure('CONFLICT', 'This cashout waits for nobody')
  if (ownVote(wait, voter)?.decision === ask.decision) return { cashout, wait, released: false, born: [] }
  const judge = ask.decision === 'APPROVED' ? obstacleToApprove : obstacleToReject
  const obstacle = judge(cashout, wait, voter, now) ?? (await obstacleByState(tx, ask))
  if (obstacle !== null) return refusalFor(obstacle, cashout, wait, voter, now)
  const unproven = ask.decision === 'REJECTED' ? await stillUnsent(tx, known.proof) : null
  if (unproven !== null) return unproven

  const vote = { byKind: ask.as, byId: ask.actor.id, decision: ask.decision, reason: ask.reason, at: now }
  const kept = await keepVote(tx, cashout, vote)
  const isOwn = ({ byKind, byId }: Vote) => byKind === ask.as && byId === ask.actor.id
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

/** Whoever has a word stays what they are until it is decided: the members of the account, and the operators who have voted. */
async function lockVoter(tx: Transaction, { cashout, as, actor }: VoteAsk): Promise<Voter> {
  const members = await lockApprovers(tx, cashout.accountId)
  const operators = await lockOperators(tx, [...(await findOperatorVoters(tx, cashout)), actor.id])
  return { userId: actor.id, as, approver: oneOf(as === 'member' ? members : operators, actor.id) }
}

async function obstacleByState(tx: Transaction, { decision, cashout }: VoteAsk) {
  return decision === 'APPROVED' && (await isStopped(tx, cashout.accountId)) ? ('STOPPED' as const) : null
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
