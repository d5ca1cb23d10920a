// One open stream: who listens, and how text gets there. A caller who does not read what is sent is cut off, and loses nothing by
// it: a stream only says what to read again.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Standing } from '#access/guards/still-admitted-store.ts'
import { frameOf, KEEP_ALIVE, PREAMBLE } from './frame.ts'
import type { Change } from './store.ts'

export interface LiveStream {
  readonly accountId: number
  /** A member has to be let in still each time that something is sent. null: a buyer, who holds the token of a cart. */
  readonly member: Standing | null
  /** null: when the caller goes. */
  readonly endsAt: Date | null
  /** The number up to which the caller has got everything before, on another stream. */
  readonly publishedUpTo: bigint | null
  readonly body: Readable
  /** Numbers beyond the settled one of which the caller knows already. */
  readonly knownAhead: Set<bigint>
  /** Everything from this number on is sent. */
  ready(upTo: bigint): void
  /** What has changed in the account up to this number. */
  publish(changes: Change[], upTo: bigint): void
  /** Something was missed. */
  reset(upTo: bigint): void
  keepAlive(): void
  /** The answer is complete. A caller who is behind with reading is not waited for. */
  end(): void
}

/** Some hundreds of frames. */
const MAX_BUFFERED_BYTES = 32 * 1024
/** Of one account in a round: beyond, it is quicker to read everything again. */
const MAX_CHANGES = 100

export type StreamBody = Pick<LiveStream, 'body' | 'end'> & { send(text: string): void }

export function openBody({ raw }: FastifyReply): StreamBody {
  const body = new Readable({ read() {} })
  let isEnded = false
  const behindBytes = () => body.readableLength + raw.writableLength
  body.push(PREAMBLE)
  return {
    body,
    send(text) {
      if (isEnded || body.destroyed) return
      if (behindBytes() > MAX_BUFFERED_BYTES) raw.destroy()
      else body.push(text)
    },
    end() {
      if (isEnded) return
      isEnded = true
      if (behindBytes() > 0) raw.destroy()
      else body.push(null)
    },
  }
}

/** Of a member: what has changed in the account, by name and number. */
export function openMemberStream(reply: FastifyReply, member: Standing, publishedUpTo: bigint | null): LiveStream {
  const { body, send, end } = openBody(reply)
  const reset = (upTo: bigint) => send(frameOf('reset', upTo))
  return {
    accountId: member.accountId,
    member,
    endsAt: null,
    publishedUpTo,
    body,
    knownAhead: new Set(),
    ready: upTo => send(frameOf('ready', upTo)),
    reset,
    publish(changes, upTo) {
      const named = changes.map(({ what, id, event }) => ({ what, id, event }))
      if (changes.length > MAX_CHANGES) reset(upTo)
      else send(frameOf('changed', upTo, named))
    },
    keepAlive: () => send(KEEP_ALIVE),
    end,
  }
}

/** How the stream is sent, with its place given back when it is over. `join` throws where nobody is let in any more. */
export function answerWith(
  reply: FastifyReply,
  stream: { body: Readable },
  { join, leave }: { join: () => void; leave: () => void },
): FastifyReply {
  const over = () => {
    leave()
    stream.body.destroy()
  }
  reply.raw.once('close', over)
  try {
    join()
  } catch (error) {
    over()
    throw error
  }
  // A caller who has gone while this was decided tells it no more.
  if (reply.raw.destroyed) over()
  return reply
    .header('content-type', 'text/event-stream')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .send(stream.body)
}
