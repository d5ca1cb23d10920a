// A person approves or rejects a cashout that waits. The last approval that is missing lets it go in the same commit, under the
// lock under which it is sent, cancelled and given up: whatever comes together, one of them wins and the others are told.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { type Answer, answerOf, type Replayed, stayingAnswer } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { openBooks } from '#ledger/books.ts'
import type { Born } from '#notification/outbox.ts'
import { type Cashout, type CashoutKey, keyText, STATES } from './cashout.ts'
import { findCashouts, lockCashouts } from './store.ts'
import { endUnsent, type Proof, proveUnsent, stillUnsent, type UnsentNeeds } from './unsent.ts'
import { approveAddress, endWaits, findWaits, insertVote, type KeptWait, letGo, type Vote } from './wait-store.ts'
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
  /** Nothing keeps it any more: it may be sent at once. */
  released: boolean
  answer: Answer
}

interface Decided extends Omit<Voted, 'answer'> {
  born: Born
}

export async function voteOnCashout(needs: UnsentNeeds, ask: VoteAsk): Promise<Voted | Replayed | Failure> {
  const [found] = await findCashouts(needs.db, [ask.cashout])
  if (found === undefined) return notFound('Cashout')
  const proof = ask.decision === 'REJECTED' ? await proveUnsent(needs, found) : { enteredAt: null }
  if (proof instanceof Failure) return proof
  const outcome = await needs.db.transaction(tx =>
    underKey(tx, ask, {
      now: needs.clock(),
      decide: () => decideUnderLock(tx, needs, ask, proof),
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

async function decideUnderLock(tx: Transaction, needs: UnsentNeeds, ask: VoteAsk, proof: Proof) {
  const now = needs.clock()
  const books = await openBooks(tx, [ask.cashout.accountId], now)
  const [cashout] = await lockCashouts(tx, [ask.cashout])
  const wait = (await findWaits(tx, [ask.cashout])).get(keyText(ask.cashout))
  if (cashout === undefined) return notFound('Cashout')
  if (wait === undefined) return new Failure('CONFLICT', 'This cashout waits for nobody')
  const earlier = wait.votes.find(vote => vote.byKind === ask.as && vote.byId === ask.actor.id)
  if (earlier?.decision === ask.decision) return { cashout, wait, released: false, born: [] }
  const refusal =
    refusalOf(cashout, wait, ask, now) ?? (ask.decision === 'REJECTED' ? await stillUnsent(tx, proof) : null)
  if (refusal !== null) return refusal

  const vote = { byKind: ask.as, byId: ask.actor.id, decision: ask.decision, reason: ask.reason, at: now }
  await insertVote(tx, cashout, vote)
  const counted = { ...wait, votes: [...wait.votes, vote] }
  if (ask.decision === 'APPROVED') return approve(tx, cashout, counted, ask, now)
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
  if (as === 'operator') return wait.operatorNeeded ? null : conflict('This cashout does not wait for the operator')
  if (decision === 'REJECTED') return null
  if (wait.askedBy === actor.id) return new Failure('FORBIDDEN', 'Whoever asked for a cashout cannot approve it')
  if (wait.approvalsNeeded > 0) return null
  return conflict(
    wait.operatorNeeded ? 'This cashout waits for the operator' : 'The address of the account is being asked',
  )
}

/** Every approval that was asked for is there. */
export function isAgreed({ approvalsNeeded, operatorNeeded, checkState, votes }: KeptWait): boolean {
  const approved = votes.filter(({ decision }) => decision === 'APPROVED')
  const people = new Set(approved.filter(({ byKind }) => byKind === 'member').map(({ byId }) => byId))
  const byOperator = approved.some(({ byKind }) => byKind === 'operator')
  return people.size >= approvalsNeeded && (byOperator || !operatorNeeded) && checkState !== 'OWED'
}

async function approve(tx: Transaction, cashout: Cashout, wait: KeptWait, ask: VoteAsk, now: Date): Promise<Decided> {
  const { accountId, uuid } = cashout
  const released = isAgreed(wait)
  if (released) await release(tx, cashout, now)
  if (wait.address !== null && ask.as === 'member') await approveAddress(tx, accountId, wait.address, now)
  const entry = {
    ...{ accountId, actor: ask.actor, action: 'cashout.approved', subject: 'cashout', subjectId: uuid },
    ...{ reason: ask.reason, detail: { reasons: wait.reasons, released } },
  }
  await record(tx, [entry], now)
  if (!released) return { cashout, wait, released, born: [] }
  return {
    cashout: { ...cashout, waiting: false },
    wait: { ...wait, outcome: 'APPROVED', endedAt: now },
    released,
    born: [],
  }
}

/** It may be sent from this commit on. */
export async function release(tx: Transaction, cashout: CashoutKey, now: Date): Promise<void> {
  await letGo(tx, cashout, now)
  await endWaits(tx, [cashout], 'APPROVED', now)
}

const rejection = ({ as, actor, reason }: VoteAsk, { reasons }: KeptWait) => ({
  outcome: 'REJECTED' as const,
  failure: {
    code: 'APPROVAL_REFUSED',
    message: as === 'operator' || reason === null ? 'It was not approved' : reason,
  },
  entry: { actor, action: 'cashout.rejected', reason, detail: { reasons } },
})
