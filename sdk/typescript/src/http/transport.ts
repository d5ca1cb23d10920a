// Makes calls: the keys, a key of idempotency for what takes one, the deadline, the retries, and the error of what is refused.
import { ConnectionError, refusedBy, TimeoutError } from '../errors.ts'
import { randomUuid } from '../webcrypto.ts'
import { type Answer, attempt, type Outcome, pause } from './attempt.ts'
import type { Answered, Call, KeyedCallOptions, Send } from './call.ts'
import { readRefusal } from './refusal.ts'
import { assertKey, type Request, requestOf } from './request.ts'
import { retryAfterOf, waitBeforeRetry } from './retry.ts'
import type { Settings } from './settings.ts'

export function openTransport(settings: Settings): Send {
  const whole = (call: Call, options: KeyedCallOptions = {}) => make(settings, call, options)
  const send = async (call: Call, options?: KeyedCallOptions) => (await whole(call, options)).body
  return Object.assign(send, { whole })
}

async function make(settings: Settings, call: Call, options: KeyedCallOptions): Promise<Answered> {
  const key = call.takesKey === true ? (options.idempotencyKey ?? (await randomUuid())) : undefined
  if (key !== undefined) assertKey(key)
  const request = requestOf(call, settings.baseUrl, settings.headers, key)
  const isRepeatable = call.method === 'GET' || call.method === 'PUT' || key !== undefined
  const maxRetries = options.maxRetries ?? settings.maxRetries
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await once(settings, request, options)
    const made: Made = { call, key, attempts, outcome }
    if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) return accepted(made, outcome)
    const waitMs = waitBeforeRetry(
      { attempt: attempts, maxRetries, isRepeatable, answer: judged(outcome) },
      Math.random(),
    )
    if (waitMs === null) throw errorOf(made)
    await pause(waitMs, options.signal)
  }
}

const once = (settings: Settings, request: Request, options: KeyedCallOptions): Promise<Outcome> =>
  attempt(request, {
    fetch: settings.fetch,
    timeoutMs: options.timeoutMs ?? settings.timeoutMs,
    signal: options.signal,
  })

interface Made {
  call: Call
  key: string | undefined
  attempts: number
  outcome: Outcome
}

function accepted({ call, key, attempts }: Made, { status, headers, text }: Answer): Answered {
  const body = text === '' ? undefined : parsed(text)
  if (body === UNREADABLE) {
    const message = `${call.operation} was answered ${status} without JSON: is baseUrl the address of a gateway?`
    throw new ConnectionError(message, { operation: call.operation, attempts, idempotencyKey: key })
  }
  return { body, status, headers, requestId: headers.get('x-request-id'), attempts }
}

const UNREADABLE = Symbol('not JSON')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return UNREADABLE
  }
}

function judged(outcome: Outcome) {
  if ('lost' in outcome) return null
  const { status, headers, text } = outcome
  const { code } = readRefusal(status, parsed(text))
  return { status, code, retryAfterSeconds: retryAfterOf(headers.get('retry-after'), Date.now()) }
}

function errorOf({ call, key, attempts, outcome }: Made): Error {
  const { operation } = call
  if ('lost' in outcome) {
    const lost = { operation, attempts, idempotencyKey: key, cause: outcome.cause }
    return outcome.lost === 'timeout'
      ? new TimeoutError(`${operation} was not answered in time`, lost)
      : new ConnectionError(`${operation} was not answered: the gateway cannot be reached, or the line broke`, lost)
  }
  const { status, headers, text } = outcome
  const body = parsed(text)
  return refusedBy({
    operation,
    status,
    ...readRefusal(status, body),
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: retryAfterOf(headers.get('retry-after'), Date.now()),
    idempotencyKey: key ?? null,
    attempts,
    headers: Object.fromEntries(headers.entries()),
    body: body === UNREADABLE ? null : body,
  })
}
