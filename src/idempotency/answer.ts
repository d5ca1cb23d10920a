// An answer as bytes: rendered once, kept with its key in the commit that it describes, and sent again as it was.
import type { FastifyReply } from 'fastify'
import { type DialectName, dress } from '#http/failures.ts'
import type { Failure, FailureCode } from '#kernel/failure.ts'

export interface Answer {
  status: number
  body: Buffer
}

/** What was answered before, under the same key. */
export interface Replayed {
  replayed: Answer
}

export const answerOf = (status: number, body: object): Answer => ({ status, body: Buffer.from(JSON.stringify(body)) })

/** A refusal as the dialect of the route will dress it. */
export function refusalAnswer(failure: Failure, dialect: DialectName): Answer {
  const { status, body } = dress(failure, dialect)
  return answerOf(status, body)
}

/**
 * Decided by the books, the terms and the states: it is the answer to the request, and stays. A request that is wrong in itself
 * is mended and sent again, and where the gateway could not answer, nothing was answered.
 */
const STAYING: ReadonlySet<FailureCode> = new Set([
  'CONFLICT',
  'API_WITHDRAWAL_DISABLED_GLOBALLY',
  'TRANSFER_NOT_ALLOWED',
  'BELOW_MINIMUM_NOT_ALLOWED',
  'MINIMUM_VALUE',
  'MAXIMUM_VALUE',
  'INSUFFICIENT_BALANCE',
  'GENERAL_ERROR',
])

/** null: the refusal is not kept under a key. */
export const stayingAnswer = (failure: Failure, dialect: DialectName): Answer | null =>
  STAYING.has(failure.code) ? refusalAnswer(failure, dialect) : null

export function sendAnswer(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

/** The answer that was given before. */
export const replay = (reply: FastifyReply, answer: Answer): FastifyReply =>
  sendAnswer(reply.header('idempotency-replayed', 'true'), answer)
