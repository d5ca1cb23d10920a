// An answer as bytes: rendered once, kept with its key in the commit of what it tells, and sent again as it was.
import type { FastifyReply } from 'fastify'
import { type DialectName, dress } from '#http/failures.ts'
import type { Failure } from '#kernel/failure.ts'

export interface Answer {
  status: number
  body: Buffer
}

export const answerOf = (status: number, body: object): Answer => ({ status, body: Buffer.from(JSON.stringify(body)) })

/** A refusal as the door will dress it. */
export function refusalAnswer(failure: Failure, dialect: DialectName): Answer {
  const { status, body } = dress(failure, dialect)
  return answerOf(status, body)
}

export function sendAnswer(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

/** The answer that was given before. */
export const replay = (reply: FastifyReply, answer: Answer): FastifyReply =>
  sendAnswer(reply.header('idempotency-replayed', 'true'), answer)
