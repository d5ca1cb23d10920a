// Never answering: the connection stays open longer than any client waits, then it is cut without a word.
import type { FastifyReply } from 'fastify'
import { MINUTE_MS } from '#kernel/time.ts'

const SILENCE_MS = MINUTE_MS

/** Instead of sending. */
export function saysNothing(reply: FastifyReply): FastifyReply {
  reply.hijack()
  cutLater(reply)
  return reply
}

/** For an answer that is being sent already: it never gets any further. */
export function silenceFor(reply: FastifyReply): Promise<never> {
  cutLater(reply)
  return new Promise(() => undefined)
}

function cutLater(reply: FastifyReply): void {
  setTimeout(() => reply.raw.destroy(), SILENCE_MS).unref()
}
