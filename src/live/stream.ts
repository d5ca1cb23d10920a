// One open stream: its caller, and how text gets there. A caller who does not read what is sent is cut off, and loses nothing by
// it: a stream only says what to read again.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Standing } from '#access/guards/still-admitted-store.ts'
import { PREAMBLE } from './frame.ts'

export interface LiveStream {
  readonly who: Standing
  /** The number up to which the caller has got everything before, on another stream. */
  readonly publishedUpTo: bigint | null
  readonly body: Readable
  /** Numbers beyond the settled one of which the caller knows already. */
  readonly knownAhead: Set<bigint>
  send(text: string): void
  /** The answer is complete. A caller who is behind with reading is not waited for. */
  end(): void
}

/** Some hundreds of frames. */
const MAX_BUFFERED_BYTES = 32 * 1024

export function openStream({ raw }: FastifyReply, who: Standing, publishedUpTo: bigint | null): LiveStream {
  const body = new Readable({ read() {} })
  let isEnded = false
  const behindBytes = () => body.readableLength + raw.writableLength
  body.push(PREAMBLE)
  return {
    who,
    publishedUpTo,
    body,
    knownAhead: new Set(),
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
