// A request of a tool, sent with the seller's keys, and what its answer means: done, refused, or of unknown outcome.
import { keyHeaders, reach, refusalOf } from '../api.ts'
import type { Keys } from '../profiles.ts'
import { Trouble } from '../terminal.ts'

const TIMEOUT_MS = 30_000
const FIRST_FAULT = 500

export interface ToolRequest {
  method: 'GET' | 'POST'
  path: string
  query?: URLSearchParams
  body?: object
  idempotencyKey?: string
  signal?: AbortSignal
}

export interface ToolAnswer {
  body: unknown
  headers: Headers
}

/** There is no answer, or one that says nothing about whether the request was carried out. */
export class OutcomeUnknown extends Trouble {}

export async function send(keys: Keys, request: ToolRequest): Promise<ToolAnswer> {
  const { method, path, query, body, idempotencyKey, signal } = request
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const answer = await unknownWithoutAnswer(
    reach(keys, query === undefined || query.size === 0 ? path : `${path}?${query}`, {
      method,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      headers: {
        ...keyHeaders(keys),
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  if (answer.ok) return { body: await unknownWithoutAnswer(answer.json()), headers: answer.headers }
  const refusal = await refusalOf(answer)
  throw answer.status >= FIRST_FAULT ? new OutcomeUnknown(refusal.message) : refusal
}

async function unknownWithoutAnswer<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw new OutcomeUnknown((error as Error).message)
  }
}
