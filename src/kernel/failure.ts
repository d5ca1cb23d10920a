// Everything that can be refused, in one ordered vocabulary: where several apply, the first one is answered. The domain speaks
// these codes only; http/failures.ts alone knows status numbers and body shapes.

export const FAILURE_CODES = [
  'RATE_LIMITED',
  'UNAUTHORIZED',
  'IP_NOT_ALLOWED',
  'ORIGIN_REFUSED', // a session route called from a foreign page
  'FORBIDDEN', // the caller is known, the operation is not theirs
  'SECOND_FACTOR_REQUIRED', // the caller is to prove once more who they are, and may then repeat the request
  'SECOND_FACTOR_MISSING', // the account, or in production the gateway for its operators, wants one, and this person has none
  'APPROVER_TOO_NEW', // the person was given the right to approve less than a day ago
  'MALFORMED_REQUEST', // the parser cannot read it; where the router cannot either, there is no caller yet and this is all
  'INVALID_DATA',
  'INVALID_IP',
  'TOO_MANY_IPS',
  'NOT_FOUND',
  'OTHER_ACCOUNT', // the thing exists and belongs to another account
  'IDEMPOTENCY_KEY_REUSED', // the caller's own key stands for another request
  'IDEMPOTENCY_IN_FLIGHT', // a request under the same key is being worked on
  'CONFLICT', // the thing is not in a state that allows this, or exists already
  'RULE_LOCKS_OUT', // too few people would be left to approve, and the caller has not said that they know
  'API_WITHDRAWAL_DISABLED_GLOBALLY',
  'TRANSFER_NOT_ALLOWED',
  'BELOW_MINIMUM_NOT_ALLOWED', // MINIMUM_VALUE for operators who set BELOW_MINIMUM=TRANSFER_NOT_ALLOWED
  'MINIMUM_VALUE',
  'MAXIMUM_VALUE',
  'INSUFFICIENT_BALANCE',
  'GENERAL_ERROR',
  'MAIL_NOT_SET_UP', // what was asked for goes by mail, and this gateway sends none
  'PSP_UNAVAILABLE', // the outcome is being found out; the same request may be sent again later
  'OVERLOADED',
  'UNAVAILABLE', // the database cannot be asked at the moment, or did not say whether it was done
  'INTERNAL_ERROR',
] as const

export type FailureCode = (typeof FAILURE_CODES)[number]

/** Why, for pages that say it in their readers' language: a name out of the feature's own list, and what its sentence speaks of. */
export type FailureReason = { readonly name: string } & Readonly<Record<string, string | number>>

interface More {
  context?: unknown
  retryAfterSeconds?: number
  reason?: FailureReason
}

/**
 * A refusal. `message` is for the caller: it names the field and what was expected and never shows internals.
 * `context` is for the log alone.
 */
export class Failure {
  readonly code: FailureCode
  readonly message: string
  readonly context: unknown
  readonly retryAfterSeconds: number | undefined
  readonly reason: FailureReason | undefined

  constructor(code: FailureCode, message: string, { context, retryAfterSeconds, reason }: More = {}) {
    this.code = code
    this.message = message
    this.context = context
    this.retryAfterSeconds = retryAfterSeconds
    this.reason = reason
  }
}

export const invalid = (field: string, expected: string, reason?: FailureReason): Failure =>
  new Failure('INVALID_DATA', `${field}: expected ${expected}`, reason && { reason })

export const notFound = (what: string): Failure => new Failure('NOT_FOUND', `${what} not found`)

/** For verbs that answer one thing: a refusal is thrown to the route, anything else is the answer. */
export function orThrow<T>(outcome: T | Failure | undefined): T {
  if (outcome instanceof Failure) throw outcome
  if (outcome === undefined) throw new Error('a verb answered nothing for its only ask')
  return outcome
}
