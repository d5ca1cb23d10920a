// Cashouts as the rest of the gateway sees them: their verbs, the batches of the frequent ones, and the workers. Its end waits for
// what has begun.
import type { Sql } from 'sql-template-tag'
import type { Person } from '#audit/audit.ts'
import { PAYOUTS_BLOCKED } from '#db/account/payouts-blocked.ts'
import { batched, batchedVoid } from '#db/batched.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Payout } from '#psp/port.ts'
import { type DecidedCase, type DecisionRequest, decideAnomaly } from './anomaly/decide.ts'
import { openChecks } from './approval/callback-check.ts'
import { countVelocity } from './approval/count-velocity.ts'
import { expireApproval } from './approval/expire.ts'
import { type Voted, type VoteRequest, voteOnCashout } from './approval/vote.ts'
import { type Cancelled, type CancelRequest, cancelCashout } from './cancel.ts'
import type { Cashout, CashoutKey } from './cashout.ts'
import type { CashoutDeps } from './deps.ts'
import { compareSent } from './recovery/compare.ts'
import { type CashoutRequest, type Requested, type RequestOutcome, requestCashouts } from './request/request.ts'
import { type Settlement, settleCashouts } from './settlement/settle.ts'
import { type CashoutQuestion, findOwnCashouts } from './store.ts'
import { commitAttempts } from './submission/attempt.ts'
import type { RecordedAnswer } from './submission/attempt-store.ts'
import { type PolledStatus, pollByPayoutId } from './submission/poll-status.ts'
import { recordAnswers } from './submission/record-answers.ts'
import { retryCashout } from './submission/retry.ts'
import { startMissClearing } from './unknown-key/clearing.ts'
import { startCashoutWork } from './worker.ts'

export interface Cashouts extends AsyncDisposable {
  /** In SQL, of a row of `account`: the operator has blocked its payouts. */
  readonly payoutsBlocked: Sql
  request(request: CashoutRequest): Promise<RequestOutcome>
  /** The caller has its answer: the events go out, and the cashout is submitted, or the account's server is asked for approval. */
  begin(requested: Requested): void
  find(question: CashoutQuestion): Promise<Cashout | null>
  cancel(request: CancelRequest): Promise<Cancelled | Replayed | Failure>
  vote(request: VoteRequest): Promise<Voted | Replayed | Failure>
  /** For an operator who retries it before it is due. null when it is on its way. */
  retry(cashout: Cashout, by: Person): Promise<Failure | null>
  decideAnomaly(request: DecisionRequest): Promise<DecidedCase | Replayed | Failure>
  /** A callback has named this payout: its status is polled. */
  pollStatus(payoutId: string): Promise<PolledStatus>
  /**
   * What leaves by another way, to a key that a seller names, under the lock of its wallet: counted, and true, where no limit of what leaves
   * by itself holds it back.
   */
  countVelocity(tx: Transaction, leaving: { accountId: number; amount: Centavos }, now: Date): Promise<boolean>
  /** A page of the PSP's own list of payments. Answers how many of them our books did not know. */
  compareSent(pspAccountId: number, page: Payout[]): Promise<{ orphans: number }>
}

export function openCashouts(deps: CashoutDeps): Cashouts {
  const resources = new AsyncDisposableStack()
  const { db, outbox, pressure } = deps
  const submission = {
    ...deps,
    commitAttempt: batched('cashout.attempt', (keys: CashoutKey[]) => commitAttempts(deps, keys), pressure.calm),
    settle: batchedVoid(
      'cashout.settle',
      (settlements: Settlement[]) => settleCashouts(deps, settlements),
      pressure.calm,
    ),
    record: batchedVoid('cashout.answer', (answers: RecordedAnswer[]) => recordAnswers(deps, answers), pressure.calm),
    expire: (key: CashoutKey) => expireApproval(deps, key),
  }
  const work = startCashoutWork(submission)
  resources.defer(() => work.stop())
  const checks = openChecks({ ...deps, released: work.submit })
  resources.defer(() => checks.stop())
  const clearing = startMissClearing(deps)
  resources.defer(() => clearing.stop())
  return {
    payoutsBlocked: PAYOUTS_BLOCKED,
    request: batched('cashout.request', (requests: CashoutRequest[]) =>
      pressure.during(requests.length, () => requestCashouts(deps, requests)),
    ),
    begin({ cashout, pendingDeliveries }) {
      outbox.send(pendingDeliveries)
      if (cashout.waiting) checks.wake()
      else work.submit(cashout)
    },
    find: batched('cashout.find', (questions: CashoutQuestion[]) => findOwnCashouts(db, questions)),
    cancel: request => cancelCashout(deps, request),
    async vote(request) {
      const voted = await voteOnCashout(deps, request)
      if ('released' in voted && voted.released) work.submit(voted.cashout)
      return voted
    },
    retry: (cashout, by) => retryCashout(submission, cashout, by),
    decideAnomaly: request => decideAnomaly(deps, request),
    pollStatus: payoutId => pollByPayoutId(submission, payoutId),
    countVelocity,
    compareSent: (pspAccountId, page) => compareSent(submission, pspAccountId, page),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
