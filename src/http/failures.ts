// How refusals look from outside: five body shapes, a page for people, and, for each dialect, which code speaks which shape with
// which status. The only place that knows both. A route declares its dialect and never a status number of a refusal.
import { Failure, type FailureCode, type FailureReason } from '#kernel/failure.ts'

type Body = Record<string, unknown>
type Shape = (error: string, message: string, reason?: FailureReason) => Body

// Key order is part of the contract.
const A: Shape = (code, message) => ({ success: false, error: { code, message } })
const B: Shape = (code, message) => ({ message, code })
const C: Shape = (errorType, message) => ({ message, errorType })
const D: Shape = (error, message) => ({ message, error })
const E: Shape = (error, message) => ({ error, message })
// A to the panel, which says some refusals in its readers' language by their reason.
const A_WITH_REASON: Shape = (code, message, reason) => ({
  success: false,
  error: { code, message, ...(reason !== undefined && { reason }) },
})
// The pages of the checkout refuse in words for people: src/pay-page/http/refusals.ts writes them.
const PAGE: Shape = () => ({})
// A cashout's clients know C's business errors only: what they have no name for is GENERAL_ERROR there, with its code beside it.
const C_GENERAL: Shape = (code, message) => ({ message, errorType: 'GENERAL_ERROR', code })

interface Dress {
  status: number
  shape: Shape
  /** The code that the caller reads, where it differs from ours. */
  as?: string
}

type Dialect = Record<FailureCode, Dress>

const STATUS: Record<FailureCode, number> = {
  MALFORMED_REQUEST: 400,
  RATE_LIMITED: 429,
  UNAUTHORIZED: 401,
  IP_NOT_ALLOWED: 403,
  ORIGIN_REFUSED: 403,
  FORBIDDEN: 403,
  SECOND_FACTOR_REQUIRED: 403,
  SECOND_FACTOR_MISSING: 403,
  APPROVER_TOO_NEW: 403,
  INVALID_DATA: 400,
  INVALID_IP: 400,
  TOO_MANY_IPS: 400,
  NOT_FOUND: 404,
  OTHER_ACCOUNT: 403,
  API_WITHDRAWAL_DISABLED_GLOBALLY: 403,
  TRANSFER_NOT_ALLOWED: 403,
  BELOW_MINIMUM_NOT_ALLOWED: 403,
  MINIMUM_VALUE: 422,
  MAXIMUM_VALUE: 422,
  INSUFFICIENT_BALANCE: 422,
  GENERAL_ERROR: 422,
  CONFLICT: 409,
  RULE_LOCKS_OUT: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  IDEMPOTENCY_IN_FLIGHT: 409,
  MAIL_NOT_SET_UP: 503,
  PSP_UNAVAILABLE: 503,
  OVERLOADED: 503,
  UNAVAILABLE: 503,
  INTERNAL_ERROR: 500,
}

const SHOWN_AS: Partial<Record<FailureCode, string>> = {
  MALFORMED_REQUEST: 'INVALID_DATA',
  OTHER_ACCOUNT: 'FORBIDDEN',
  ORIGIN_REFUSED: 'FORBIDDEN',
  BELOW_MINIMUM_NOT_ALLOWED: 'TRANSFER_NOT_ALLOWED',
}

const BUSINESS = [
  'API_WITHDRAWAL_DISABLED_GLOBALLY',
  'TRANSFER_NOT_ALLOWED',
  'BELOW_MINIMUM_NOT_ALLOWED',
  'MINIMUM_VALUE',
  'MAXIMUM_VALUE',
  'INSUFFICIENT_BALANCE',
  'GENERAL_ERROR',
] as const satisfies FailureCode[]

/** One shape for everything, then the exceptions; IP refusals are B and a forbidden operation is A wherever they occur. */
function dialect(usual: Shape, exceptions: Partial<Record<FailureCode, Shape>> = {}): Dialect {
  const shapes = { IP_NOT_ALLOWED: B, INVALID_IP: B, TOO_MANY_IPS: B, FORBIDDEN: A, ...exceptions }
  const entries = Object.entries(STATUS).map(([code, status]) => {
    const as = SHOWN_AS[code as FailureCode]
    const shape = shapes[code as keyof typeof shapes] ?? usual
    return [code, { status, shape, ...(as === undefined ? {} : { as }) }]
  })
  return Object.fromEntries(entries)
}

const businessInC = Object.fromEntries(BUSINESS.map(code => [code, C]))

const keysInC = { IDEMPOTENCY_KEY_REUSED: C_GENERAL, IDEMPOTENCY_IN_FLIGHT: C_GENERAL }

export const DIALECTS = {
  balance: dialect(E),
  cashout: dialect(D, { ...businessInC, ...keysInC }),
  sale: dialect(D, businessInC),
  panel: dialect(A_WITH_REASON),
  page: dialect(PAGE, { IP_NOT_ALLOWED: PAGE, INVALID_IP: PAGE, TOO_MANY_IPS: PAGE, FORBIDDEN: PAGE }),
} as const

export type DialectName = keyof typeof DIALECTS

export interface Dressed {
  status: number
  body: Body
}

export function dress(failure: Failure, name: DialectName): Dressed {
  const { status, shape, as } = DIALECTS[name][failure.code]
  return { status, body: shape(as ?? failure.code, failure.message, failure.reason) }
}

export const INTERNAL = new Failure(
  'INTERNAL_ERROR',
  'Something went wrong on our side. The request id tells support which.',
)
