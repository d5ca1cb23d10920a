// Everything that a call can fail with. None of these holds a key, a header that was sent or a body that was sent.
import type { RefusalCode } from './generated/types.ts'

export class PorteiraError extends Error {
  override name = 'PorteiraError'
}

interface Lost {
  operation: string
  attempts: number
  idempotencyKey?: string | undefined
  cause?: unknown
}

/**
 * No answer came. What was asked for may have been done: call again with the same `idempotencyKey`, where there is one, or look first.
 */
export class ConnectionError extends PorteiraError {
  override name = 'ConnectionError'
  readonly operation: string
  readonly attempts: number
  readonly idempotencyKey: string | null

  constructor(message: string, { operation, attempts, idempotencyKey, cause }: Lost) {
    super(message, { cause })
    this.operation = operation
    this.attempts = attempts
    this.idempotencyKey = idempotencyKey ?? null
  }
}

/** No answer came within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

export interface Refusal {
  operation: string
  status: number
  code: string
  message: string
  field: string | null
  requestId: string | null
  retryAfterSeconds: number | null
  idempotencyKey: string | null
  attempts: number
  headers: Record<string, string>
  body: unknown
}

/** The gateway has answered, and the answer is a refusal. */
export class ApiError extends PorteiraError {
  override name = 'ApiError'
  readonly operation: string
  readonly status: number
  /** What the gateway calls it, whichever form the body has: 'INSUFFICIENT_BALANCE'. */
  readonly code: RefusalCode | (string & {})
  /** Of a 400, the field that is wrong. */
  readonly field: string | null
  /** Support finds by it what happened. */
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  readonly idempotencyKey: string | null
  readonly attempts: number
  /** Of the answer. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown

  constructor(refusal: Refusal) {
    super(
      `${refusal.status} ${refusal.code}: ${refusal.message} (${refusal.operation}, request ${refusal.requestId ?? 'without an id'})`,
    )
    this.operation = refusal.operation
    this.status = refusal.status
    this.code = refusal.code
    this.field = refusal.field
    this.requestId = refusal.requestId
    this.retryAfterSeconds = refusal.retryAfterSeconds
    this.idempotencyKey = refusal.idempotencyKey
    this.attempts = refusal.attempts
    this.headers = refusal.headers
    this.body = refusal.body
  }
}

/** 400: the request itself is wrong. `field` says where. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError'
}
/** 401: the keys are unknown, revoked or have ended. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError'
}
/** 403: the keys are good, and this is not theirs to do; or the address is not on the list; or the account may not. */
export class PermissionError extends ApiError {
  override name = 'PermissionError'
}
/** 404 */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}
/** 409: the thing is in another state, or exists already. */
export class ConflictError extends ApiError {
  override name = 'ConflictError'
}
/** 422: understood, and refused by the books, the terms or the bank. */
export class BusinessError extends ApiError {
  override name = 'BusinessError'
}
/** 429 */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
}
/** 500 and above. What was asked for may have been done: call again with the same `idempotencyKey`, where there is one. */
export class ServerError extends ApiError {
  override name = 'ServerError'
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: BusinessError,
  429: RateLimitError,
}

export function refusedBy(refusal: Refusal): ApiError {
  const Form = BY_STATUS[refusal.status] ?? (refusal.status >= 500 ? ServerError : ApiError)
  return new Form(refusal)
}
