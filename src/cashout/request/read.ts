// Everything that decides requests for cashouts, read under the locks of their wallets: terms, limits, earlier spending and
// recipients, and the cashouts that other requests name. Two round trips: the first one shows what else is needed.
import { pipelined } from '#db/pipeline.ts'
import type { Transaction } from '#db/postgres.ts'
import { findKeys } from '#idempotency/begin.ts'
import { type KeyedBatch, keyedBatch, keysOf } from '#idempotency/keyed-batch.ts'
import { Failure } from '#kernel/failure.ts'
import { mintUuid } from '#kernel/ids.ts'
import { limitsAt } from '#kernel/terms/limits.ts'
import { grossFor } from '#kernel/terms/terms.ts'
import { type RandomBytes, SECOND_MS } from '#kernel/time.ts'
import { type Books, openBooksAndRead } from '#ledger/books.ts'
import { readPolicyContext } from '../approval/policy-store.ts'
import { mintCashoutIds } from '../store.ts'
import { findTerms, type Terms } from '../terms-store.ts'
import { answersOf } from '../wire.ts'
import type { IdentifiedRequest, RequestContext } from './decide.ts'
import { askHashOf } from './duplicate.ts'
import { findDuplicates, findTakenReferences } from './duplicate-store.ts'
import { findSpending } from './period-limits-store.ts'
import type { CashoutRequest, Requested } from './request.ts'

type Answered = Pick<Requested, 'answer'>

export interface ReadUnderLock {
  books: Books
  keyed: KeyedBatch<CashoutRequest, Answered | Failure>
  context: RequestContext
}

export async function readUnderLock(
  tx: Transaction,
  random: RandomBytes,
  requests: CashoutRequest[],
  now: Date,
): Promise<ReadUnderLock> {
  const accountIds = requests.map(({ accountId }) => accountId)
  const { opened, ids } = await pipelined({
    opened: openBooksAndRead(tx, accountIds, now, () =>
      pipelined({ terms: findTerms(tx, accountIds), begun: findKeys(tx, keysOf(requests), now) }),
    ),
    ids: mintCashoutIds(tx, requests.length),
  })
  const { books, read } = opened
  const keyed = keyedBatch<CashoutRequest, Answered | Failure>(requests, read.begun, (outcome, request) =>
    outcome instanceof Failure ? answersOf(request).refused(outcome) : outcome.answer,
  )
  const identified = keyed.fresh.map((request, n) => identify(request, ids[n] as bigint, random, read.terms))
  return { books, keyed, context: await readContext(tx, books, identified, read.terms, now) }
}

function identify(
  request: CashoutRequest,
  id: bigint,
  random: RandomBytes,
  terms: Map<number, Terms>,
): IdentifiedRequest {
  const priced = withGross(request, terms)
  const isCompared = (terms.get(request.accountId)?.duplicateWindowSeconds ?? 0) > 0
  return { ...priced, id, uuid: mintUuid(random), askHash: isCompared ? askHashOf(priced) : null }
}

/**
 * With the gross amount that all rules judge by, where the person has named the net one. A request without a possible gross amount
 * keeps its net amount, and is refused.
 */
function withGross(request: CashoutRequest, terms: Map<number, Terms>): CashoutRequest {
  const fees = terms.get(request.accountId)?.fees
  if (!request.exact || fees === undefined) return request
  return { ...request, amount: grossFor(request.exact.net, fees.cashout) ?? request.exact.net }
}

/** Nothing is read where no request is new. */
async function readContext(
  tx: Transaction,
  books: Books,
  requests: IdentifiedRequest[],
  terms: Map<number, Terms>,
  now: Date,
): Promise<RequestContext> {
  const limits = new Map([...terms].map(([accountId, own]) => [accountId, limitsAt(own.limits, now)]))
  const asked = new Set(requests.map(({ accountId }) => accountId))
  const spenders = new Map([...limits].filter(([accountId]) => asked.has(accountId)))
  const read = await pipelined({
    references: findTakenReferences(tx, requests),
    duplicates: findDuplicates(
      tx,
      requests.flatMap(request => duplicateQuestion(request, terms, now)),
    ),
    policy: readPolicyContext(tx, requests, accountId => terms.get(accountId)?.rules, now),
    spending: findSpending(tx, spenders, now),
  })
  const available = new Map([...terms.keys()].map(accountId => [accountId, books.available(accountId)]))
  return { requests, terms, limits, available, ...read }
}

function duplicateQuestion({ accountId, askHash }: IdentifiedRequest, terms: Map<number, Terms>, now: Date) {
  const windowMs = (terms.get(accountId)?.duplicateWindowSeconds ?? 0) * SECOND_MS
  return askHash === null ? [] : [{ accountId, askHash, since: new Date(now.getTime() - windowMs) }]
}
