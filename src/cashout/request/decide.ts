// Which requests for cashouts are accepted, and which of those wait for approval. Pure: a function of what was read under the
// locks of the wallets. The requests are decided in order, and each accepted one counts for those behind it: its amount is not
// available any more, its reference is taken, its equal is a duplicate, and limits count it.
import { Failure } from '#kernel/failure.ts'
import { type Centavos, subtract } from '#kernel/money.ts'
import type { Limits } from '#kernel/terms/limits.ts'
import { type Fee, feeOf } from '#kernel/terms/terms.ts'
import { type ApprovalRequirement, approvalRequirementOf, type PolicyContext } from '../approval/policy.ts'
import type { Cashout } from '../cashout.ts'
import type { Terms } from '../terms-store.ts'
import { duplicateKey, referenceKey } from './duplicate.ts'
import { type Spending, spend } from './period-limits.ts'
import type { CashoutRequest } from './request.ts'
import { type RequestRules, refusalOf } from './rules.ts'

/**
 * With the ids that its cashout gets, and the gross amount where the person named the net one. `askHash` identifies equal
 * requests; null where the account does not use that, or a reference distinguishes it.
 */
export type IdentifiedRequest = CashoutRequest & Pick<Cashout, 'id' | 'uuid'> & { askHash: Buffer | null }

export interface RequestContext {
  requests: IdentifiedRequest[]
  /** By account. */
  terms: Map<number, Terms>
  /** Those in force now, by account. */
  limits: Map<number, Limits>
  /** What each account may take out. */
  available: Map<number, Centavos>
  /** The uuids of the live cashouts that the references name, by account and reference. */
  references: Map<string, string>
  /** The uuids of the live cashouts that equal a request, by account and hash. */
  duplicates: Map<string, string>
  spending: Spending
  policy: PolicyContext
}

export interface AcceptedRequest {
  request: IdentifiedRequest
  fee: Fee
  /** null: it is submitted without approval. */
  requirement: ApprovalRequirement | null
}

/** One decision for each request, in their order. */
export function decideRequests(rules: RequestRules, context: RequestContext, now: Date): (AcceptedRequest | Failure)[] {
  const running = runningCopy(context)
  return running.requests.map(request => decideOne(rules, running, request, now))
}

/** Decisions change what those behind them are decided by: a copy, so that the caller's stays what was read. */
const runningCopy = (context: RequestContext): RequestContext => ({
  ...context,
  available: new Map(context.available),
  references: new Map(context.references),
  duplicates: new Map(context.duplicates),
  spending: new Map(context.spending),
  policy: { ...context.policy, velocity: new Map(context.policy.velocity) },
})

function decideOne(
  rules: RequestRules,
  running: RequestContext,
  request: IdentifiedRequest,
  now: Date,
): AcceptedRequest | Failure {
  const { accountId, amount } = request
  const terms = running.terms.get(accountId)
  const limits = running.limits.get(accountId)
  const available = running.available.get(accountId)
  if (terms === undefined || limits === undefined || available === undefined)
    return new Failure('FORBIDDEN', 'The account does not exist')
  const refusal = refusalOf(rules, { ...running, terms, limits, available }, request)
  if (refusal !== null) return refusal

  running.available.set(accountId, subtract(available, amount))
  running.references.set(referenceKey(request), request.uuid)
  if (request.askHash !== null) running.duplicates.set(duplicateKey(accountId, request.askHash), request.uuid)
  spend(running.spending, accountId, amount)
  const requirement = approvalRequirementOf(terms.rules, running.policy, request, now)
  return { request, fee: feeOf(amount, terms.fees.cashout), requirement }
}
