// A person approves or rejects a waiting cashout, under the same lock as submission, cancellation and expiry: of several at the
// same moment one wins, and the others are refused. The last approval releases it for submission (release.ts).
import { lockApprovers, lockOperators, oneOf } from '#access/approvers/store.ts'
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { type Answer, answerOf, type Replayed, stayingAnswer } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { NO_REASON } from '#kernel/payment-failure.ts'
import { openBooks } from '#ledger/books.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import { type Cashout, type CashoutKey, keyText } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import {
  detailOf,
  endBeforeSubmission,
  type NotSubmittedProof,
  proveNotSubmitted,
  stillNotSubmitted,
} from '../end-before-submission.ts'
import { findCashouts, lockCashouts } from '../store.ts'
import { type Readiness, readinessOf } from '../submission/attempt.ts'
import { arePayoutsBlocked } from '../submission/payouts-blocked-store.ts'
import { isAgreed, releaseForSubmission } from './release.ts'
import { findApprovals, findOperatorVoters, type StoredApproval, storeVote, type Vote } from './store.ts'
import { obstacleToApprove, obstacleToReject, ownVote, refusalFor, type Voter } from './voter.ts'
import { heldBackForm, waitedForm } from './wire.ts'

export interface VoteRequest extends Keyed {
  cashout: CashoutKey
  decision: Vote['decision']
  reason: string | null
  /** For the account, or for the operator. */
  as: Vote['byKind']
  actor: Actor & { id: string }
}

export interface Voted {
  cashout: Cashout
  approval: StoredApproval
  /** No requirement is open: it is submitted now. */
  released: boolean
  answer: Answer
}

interface Decided extends Omit<Voted, 'answer'> {
  pendingDeliveries: PendingDeliveries
}

/** What was read before any lock. */
interface ReadBefore {
  proof: NotSubmittedProof
  readiness: Readiness | null
}

export async function voteOnCashout(deps: CashoutDeps, request: VoteRequest): Promise<Voted | Replayed | Failure> {
  const [found] = await findCashouts(deps.db, [request.cashout])
  if (found === undefined) return notFound('Cashout')
  const approves = request.decision === 'APPROVED'
  const proof = approves ? { enteredAt: null } : await proveNotSubmitted(deps, found)
  if (proof instanceof Failure) return proof
  const before = { proof, readiness: approves ? await readinessOf(deps, found) : null }
  const outcome = await deps.db.transaction(tx =>
    underKey(tx, request, {
      now: deps.clock(),
      decide: () => decideUnderLock(tx, deps, request, before),
      answerOf: one => (one instanceof Failure ? stayingAnswer(one, 'panel') : votedAnswer(request, one)),
    }),
  )
  if (outcome instanceof Failure || 'replayed' in outcome) return outcome
  deps.outbox.send(outcome.pendingDeliveries)
  return { ...outcome, answer: votedAnswer(request, outcome) }
}

/** The account does not read which operator has decided, nor why. */
const votedAnswer = ({ as }: VoteRequest, { cashout, approval }: Pick<Voted, 'cashout' | 'approval'>) =>
  answerOf(202, (as === 'operator' ? heldBackForm : waitedForm)(cashout, approval))

async function decideUnderLock(
  tx: Transaction,
  deps: Pick<CashoutDeps, 'outbox' | 'clock'>,
  request: VoteRequest,
  before: ReadBefore,
) {
  const now = deps.clock()
  const books = await openBooks(tx, [request.cashout.accountId], now)
  const [cashout] = await lockCashouts(tx, [request.cashout])
  if (cashout === undefined) return notFound('Cashout')
  const voter = await lockVoter(tx, request)
  const approval = (await findApprovals(tx, [request.cashout])).get(keyText(request.cashout))
  if (approval === undefined) return new Failure('CONFLICT', 'This cashout waits for nobody')
  if (ownVote(approval, voter)?.decision === request.decision)
    return { cashout, approval, released: false, pendingDeliveries: [] }
  const judge = request.decision === 'APPROVED' ? obstacleToApprove : obstacleToReject
  const obstacle = judge(cashout, approval, voter, now) ?? (await obstacleByState(tx, request))
  if (obstacle !== null) return refusalFor(obstacle, cashout, approval, voter, now)
  const unproven = request.decision === 'REJECTED' ? await stillNotSubmitted(tx, before.proof) : null
  if (unproven !== null) return unproven

  const vote = {
    byKind: request.as,
    byId: request.actor.id,
    decision: request.decision,
    reason: request.reason,
    at: now,
  }
  const kept = await storeVote(tx, cashout, vote)
  const isOwn = ({ byKind, byId }: Vote) => byKind === request.as && byId === request.actor.id
  const counted = { ...approval, votes: [...approval.votes.filter(one => !isOwn(one)), kept] }
  if (request.decision === 'APPROVED')
    return approve(tx, deps, { cashout, approval: counted }, request, before.readiness, now)
  const { pendingDeliveries, cashout: after } = await endBeforeSubmission(
    tx,
    deps.outbox,
    books,
    cashout,
    rejection(request, approval),
    now,
  )
  return {
    cashout: after,
    approval: { ...counted, outcome: 'REJECTED', endedAt: now },
    released: false,
    pendingDeliveries,
  } satisfies Decided
}

/** The voters' rights are locked until the decision: the members of the account, and the operators who have voted. */
async function lockVoter(tx: Transaction, { cashout, as, actor }: VoteRequest): Promise<Voter> {
  const members = await lockApprovers(tx, cashout.accountId)
  const operators = await lockOperators(tx, [...(await findOperatorVoters(tx, cashout)), actor.id])
  return { userId: actor.id, as, approver: oneOf(as === 'member' ? members : operators, actor.id) }
}

async function obstacleByState(tx: Transaction, { decision, cashout }: VoteRequest) {
  return decision === 'APPROVED' && (await arePayoutsBlocked(tx, cashout.accountId)) ? ('STOPPED' as const) : null
}

async function approve(
  tx: Transaction,
  { outbox }: Pick<CashoutDeps, 'outbox'>,
  of: { cashout: Cashout; approval: StoredApproval },
  { actor, reason }: VoteRequest,
  readiness: Readiness | null,
  now: Date,
): Promise<Decided> {
  const { cashout, approval } = of
  const released = isAgreed(approval)
  const entry = {
    accountId: cashout.accountId,
    actor,
    action: 'cashout.approved',
    subject: 'cashout',
    subjectId: cashout.uuid,
    reason,
    detail: { ...detailOf(cashout), reasons: approval.reasons, released },
  }
  await record(tx, [entry], now)
  if (!released) return { ...of, released, pendingDeliveries: [] }
  const submitted = await releaseForSubmission(tx, outbox, readiness, of, now)
  return { ...submitted, approval: { ...approval, outcome: 'APPROVED', endedAt: now }, released }
}

const rejection = ({ as, actor, reason }: VoteRequest, { reasons }: StoredApproval) => ({
  outcome: 'REJECTED' as const,
  failure: {
    code: 'APPROVAL_REFUSED' as const,
    message: as === 'operator' || reason === null ? NO_REASON.APPROVAL_REFUSED : reason,
  },
  entry: { actor, action: 'cashout.rejected', reason, detail: { reasons } },
})
