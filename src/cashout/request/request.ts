// A seller asks for money out. The law on one screen, over a batch: the asks are decided in arrival order under the lock of
// their wallets, so that each caller gets the answer that a one-by-one order would give. The gross amount is held in the
// same commit, with the answer where the ask stands under a key; the PSP hears of it later (submission/submit.ts).
import { commitOrLookUp } from '#db/commit-in-doubt.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import type { Answer, Replayed } from '#idempotency/answer.ts'
import { type Begun, findKeys } from '#idempotency/begin.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import { isAnswerKept } from '#idempotency/store.ts'
import { underKeys } from '#idempotency/under.ts'
import { Failure } from '#kernel/failure.ts'
import { mintUuid } from '#kernel/ids.ts'
import type { Centavos } from '#kernel/money.ts'
import type { PixKeyType } from '#kernel/pix/pix-key.ts'
import { type Limits, limitsAt } from '#kernel/terms/limits.ts'
import { type Clock, type RandomBytes, SECOND_MS } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { Outbox, PendingDeliveries } from '#notification/events/outbox.ts'
import { type Asker, approvalRequirementOf } from '../approval/policy.ts'
import { readPolicyContext } from '../approval/policy-store.ts'
import type { Cashout } from '../cashout.ts'
import { findCashout, findTerms, mintCashoutIds, type Terms } from '../store.ts'
import { DEFAULT_ANSWERS, type RequestAnswers } from '../wire.ts'
import { accept, type HashedRequest, isAccepted, writeAccepted } from './accept.ts'
import { askHashOf } from './duplicate.ts'
import { findDuplicates, findTakenReferences } from './duplicate-store.ts'
import { type ExactAmount, withGross } from './exact-amount.ts'
import { spend } from './period-limits.ts'
import { findSpending } from './period-limits-store.ts'
import { type RequestRules, refusalOf } from './rules.ts'

/** An ask that is valid in form: the door has parsed the amount and checked lengths. */
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
  /** Who asks: what may wait for being new is judged by it. */
  by?: Asker | null
  /** Under which the answer is kept. */
  key?: KeyRequest | null
}

export interface Requested {
  cashout: Cashout
  answer: Answer
  /** To be sent when the answer to the caller has been flushed. */
  pendingDeliveries: PendingDeliveries
}

export interface RequestDeps extends RequestRules {
  db: Database
  outbox: Outbox
  clock: Clock
  random: RandomBytes
  /** Rings in the commit that holds a cashout back. */
  alertInTx: (tx: Transaction, message: string, context: object) => Promise<void>
  /** Absent: those of the API. */
  answers?: RequestAnswers
}

type Outcome = Requested | Replayed | Failure

const answersOf = ({ answers = DEFAULT_ANSWERS }: RequestDeps): RequestAnswers => answers

/** One answer for each ask, in their order. Refusals move nothing. */
export async function requestCashouts(deps: RequestDeps, requests: CashoutRequest[]): Promise<Outcome[]> {
  const { decided, wasInDoubt } = await commitOrLookUp(deps.db, {
    work: tx => decideAndHold(tx, deps, requests),
    isCommitted: outcomes => areCommitted(deps, requests, outcomes),
  })
  return wasInDoubt ? decided.map(unsent) : decided
}

async function decideAndHold(tx: Transaction, deps: RequestDeps, requests: CashoutRequest[]) {
  const now = deps.clock()
  const { books, begun, ...seen } = await lookUnderLock(tx, requests, now)
  const writing: Promise<unknown>[] = []
  const outcomes = underKeys(tx, requests, {
    now,
    begun,
    decide: async fresh => decideFresh(tx, deps, { books, ...seen }, fresh, now, writing),
    answerOf: outcome => (outcome instanceof Failure ? answersOf(deps).refused(outcome) : outcome.answer),
  })
  const decided = await outcomes.catch(async error => {
    // Where something was refused before it, that is the reason.
    await Promise.all(writing)
    throw error
  })
  await Promise.all(writing)
  return decided
}

/** What the asks are decided by. */
interface Seen {
  books: Books
  terms: Map<number, Terms>
  ids: bigint[]
}

/** All of it goes out together. What is read behind the locks of the wallets is read under them. */
async function lookUnderLock(
  tx: Transaction,
  requests: CashoutRequest[],
  now: Date,
): Promise<Seen & { begun: Begun[] }> {
  const accountIds = requests.map(request => request.accountId)
  const keys = requests.flatMap(({ key }) => key ?? [])
  const look = () => Promise.all([findTerms(tx, accountIds), findKeys(tx, keys, now)])
  const [books, early, ids] = await Promise.all([
    openBooks(tx, accountIds, now),
    look(),
    mintCashoutIds(tx, requests.length),
  ])
  const [terms, begun] = books.late ? await look() : early
  return { books, terms, begun, ids }
}

/** What is to be written goes out together as well, with the answers that are kept: `writing` is what waits for it. */
async function decideFresh(
  tx: Transaction,
  deps: RequestDeps,
  { books, terms, ids }: Seen,
  requests: CashoutRequest[],
  now: Date,
  writing: Promise<unknown>[],
): Promise<(Requested | Failure)[]> {
  const hashed = requests
    .map(asked => withGross(asked, terms))
    .map(request => ({
      ...request,
      askHash: terms.get(request.accountId)?.duplicateWindowSeconds ? askHashOf(request) : null,
    }))
  const rulesOf = (accountId: number) => terms.get(accountId)?.rules
  const limits = new Map([...terms].map(([id, own]) => [id, limitsAt(own.limits, now)]))
  const [references, equals, policyContext, spending] = await Promise.all([
    findTakenReferences(tx, requests),
    findEquals(tx, terms, hashed, now),
    readPolicyContext(tx, hashed, rulesOf, now),
    findSpending(tx, limits, now),
  ])
  const taken = { references, equals }

  const outcomes = hashed.map((request, n) => {
    const own = terms.get(request.accountId)
    if (own === undefined) return new Failure('FORBIDDEN', 'The account does not exist')
    const name = { id: ids[n] as bigint, uuid: mintUuid(deps.random) }
    const judging = { terms: own, limits: limits.get(request.accountId) as Limits, taken, spending, books }
    const refusal = refusalOf(deps, judging, request)
    if (refusal !== null) return refusal
    spend(spending, request.accountId, request.amount)
    return accept(
      { books, terms: own, taken, answers: answersOf(deps), now },
      request,
      name,
      approvalRequirementOf(own.rules, policyContext, request, now),
    )
  })
  const written = writeAccepted(tx, deps, books, outcomes.filter(isAccepted), terms, now)
  written.catch(() => {})
  writing.push(written)
  return outcomes.map(outcome => (isAccepted(outcome) ? outcome.requested : outcome))
}

/** Its news is left to the sweeper, which finds what was written. */
const unsent = (outcome: Outcome): Outcome => (isRequested(outcome) ? { ...outcome, pendingDeliveries: [] } : outcome)

/** One thing that the commit wrote tells of all. Whoever still holds its wallet is waited for. */
async function areCommitted(deps: RequestDeps, requests: CashoutRequest[], outcomes: Outcome[]): Promise<boolean> {
  const n = writtenPlace(deps, requests, outcomes)
  const [request, outcome] = [requests[n], outcomes[n]]
  if (request === undefined || outcome === undefined) return true
  return deps.db.transaction(async tx => {
    const now = deps.clock()
    await openBooks(tx, [request.accountId], now)
    if (isRequested(outcome)) return (await findCashout(tx, request.accountId, { number: outcome.cashout.id })) !== null
    return request.key ? isAnswerKept(tx, request.key, now) : true
  })
}

/** The place of a cashout, or else of a refusal that was to be kept; -1 where nothing was written. */
function writtenPlace(deps: RequestDeps, requests: CashoutRequest[], outcomes: Outcome[]): number {
  const made = outcomes.findIndex(isRequested)
  if (made !== -1) return made
  return outcomes.findIndex(
    (outcome, n) => requests[n]?.key && outcome instanceof Failure && answersOf(deps).refused(outcome) !== null,
  )
}

const isRequested = (outcome: Outcome): outcome is Requested => 'cashout' in outcome

const findEquals = (tx: Transaction, terms: Map<number, Terms>, requests: HashedRequest[], now: Date) =>
  findDuplicates(
    tx,
    requests.flatMap(({ accountId, askHash }) => {
      const windowMs = (terms.get(accountId)?.duplicateWindowSeconds ?? 0) * SECOND_MS
      return askHash === null ? [] : [{ accountId, askHash, since: new Date(now.getTime() - windowMs) }]
    }),
  )
