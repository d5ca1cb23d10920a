// Whatever is refused or fails on a page, in words. A failure of ours is logged with the route's pattern, never with its address:
// tokens of carts stand in addresses.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { passingFailure } from '#db/passing.ts'
import { dress } from '#http/failures.ts'
import { refusalOf } from '#http/schema.ts'
import { Failure } from '#kernel/failure.ts'
import type { PayPageDeps } from '../deps.ts'
import type { PlainWord, Words } from '../words.ts'
import { MAX_FORM_BYTES } from './form.ts'
import { showPlain } from './visit.ts'

export function showRefusal(
  deps: PayPageDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = failureOf(error, request)
  if (failure === null) request.log.error({ err: error, route: request.routeOptions.url }, 'internal error')
  const { code, retryAfterSeconds } = failure ?? new Failure('INTERNAL_ERROR', '')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const { status } = dress(new Failure(code, ''), 'page')
  return showPlain(deps, request, reply, { status, ...textsOf(code, retryAfterSeconds) })
}

function failureOf(error: unknown, request: FastifyRequest): Failure | null {
  if (error instanceof Failure) return error
  if (error === request.raw.errored) return new Failure('MALFORMED_REQUEST', 'body: ended before its end')
  return passingFailure(error) ?? refusalOf(error as FastifyError, MAX_FORM_BYTES)
}

/** Only of what was refused before anything was done it is said that nothing was charged: what failed may have come after a payment. */
function textsOf(code: Failure['code'], waitSeconds = 1) {
  switch (code) {
    case 'NOT_FOUND':
      return saying('nowhere', 'nowhereText')
    case 'RATE_LIMITED':
      return { title: ({ tooMany }: Words) => tooMany, text: ({ tooManyText }: Words) => tooManyText(waitSeconds) }
    case 'ORIGIN_REFUSED':
      return saying('refusedOrigin', 'refusedOriginText')
    case 'MALFORMED_REQUEST':
      return saying('unreadable', 'unreadableText')
    default:
      return saying('failed', 'failedText')
  }
}

const saying = (title: PlainWord, text: PlainWord) => ({
  title: (words: Words) => words[title],
  text: (words: Words) => words[text],
})
