// Requests of cashouts, decided in batches. The requests of all sellers are one batch: where another transaction holds one seller's
// wallet for too long, the requests of that seller are refused for now, and those of the others are decided without them.
import { commitOrLookUp } from '#db/commit-in-doubt.ts'
import { passingFailure } from '#db/passing.ts'
import { pipelined } from '#db/pipeline.ts'
import { sqlState, type Transaction } from '#db/postgres.ts'
import type { Answer, Replayed } from '#idempotency/answer.ts'
import { expiryOf } from '#idempotency/begin.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import { keepAnswers } from '#idempotency/store.ts'
import { Failure } from '#kernel/failure.ts'
import type { Centavos } from '#kernel/money.ts'
import type { PixKeyType } from '#kernel/pix/pix-key.ts'
import { findLockedWallets } from '#ledger/store.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { Asker } from '../approval/policy.ts'
import type { Cashout } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import type { RequestAnswers } from '../wire.ts'
import { holdAmounts, isAccepted, requestedOf, writeAccepted } from './accept.ts'
import { areCommitted } from './committed.ts'
import { decideRequests } from './decide.ts'
import { readUnderLock } from './read.ts'
import type { ExactAmount } from './rules.ts'

/** A request that is valid in form: the route has parsed the amount and checked lengths. */
export interface CashoutRequest {
  accountId: number
  amount: Centavos
  pixKey: string
  pixKeyType: PixKeyType
  externalReference: string | null
  description: string | null
  holderDocument: string | null
  postbackUrl: string | null
  /**
   * What the recipient is to get. The gross amount then follows from the fees in force under the lock, whatever `amount` says;
   * where the person has confirmed a gross amount, it must be that.
   */
  exact?: ExactAmount | null
  /** Who requests it: the rules for new API keys and new addresses judge by this. */
  by?: Asker | null
  /** The answer is kept under this key. */
  key?: KeyRequest | null
  /** The forms of the answer; absent: those of the API. */
  answers?: RequestAnswers
}

export interface Requested {
  cashout: Cashout
  answer: Answer
  /** To be sent when the answer to the caller has been flushed. */
  pendingDeliveries: PendingDeliveries
}

export type RequestOutcome = Requested | Replayed | Failure

const LOCK_NOT_AVAILABLE = '55P03'

/** One outcome for each request, in their order. Refusals move nothing. */
export async function requestCashouts(deps: CashoutDeps, requests: CashoutRequest[]): Promise<RequestOutcome[]> {
  try {
    return await requestAll(deps, requests)
  } catch (error) {
    const later = sqlState(error) === LOCK_NOT_AVAILABLE ? passingFailure(error) : null
    if (later === null) throw error
    const accountIds = requests.map(request => request.accountId)
    const locked = await findLockedWallets(deps.db, accountIds)
    // The lock in question was not the lock of a wallet.
    if (locked.size === 0) throw error
    const isFree = ({ accountId }: CashoutRequest) => !locked.has(accountId)
    const decided = (await requestAll(deps, requests.filter(isFree))).values()
    return requests.map(request => (isFree(request) ? decided.next().value : undefined) ?? later)
  }
}

async function requestAll(deps: CashoutDeps, requests: CashoutRequest[]): Promise<RequestOutcome[]> {
  const { decided, wasInDoubt } = await commitOrLookUp(deps.db, {
    work: tx => requestUnderLock(tx, deps, requests),
    isCommitted: outcomes => areCommitted(deps, requests, outcomes),
  })
  return wasInDoubt ? decided.map(withoutDeliveries) : decided
}

async function requestUnderLock(tx: Transaction, deps: CashoutDeps, requests: CashoutRequest[]) {
  const now = deps.clock()
  const { books, keyed, context } = await readUnderLock(tx, deps.random, requests, now)
  const decisions = decideRequests(deps, context, now)
  const outcomes = holdAmounts(books, decisions, now)
  const { deliveries } = await pipelined({
    deliveries: writeAccepted(tx, deps, books, outcomes.filter(isAccepted), context.terms, now),
    answers: keepAnswers(tx, keyed.answersToKeep(outcomes), now, expiryOf(now)),
  })
  return keyed.outcomes(requestedOf(outcomes, deliveries))
}

/** After a lost answer to COMMIT the dispatcher's sweep finds the deliveries that were written. */
const withoutDeliveries = (outcome: RequestOutcome): RequestOutcome =>
  outcome instanceof Failure || 'replayed' in outcome ? outcome : { ...outcome, pendingDeliveries: [] }
