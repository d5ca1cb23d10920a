// One open stream of a listener: whose it is, where it stands, and how text gets there. Its place is a number of the events, so that a
// listener who is cut off, or slow, goes on where it was and loses nothing.
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { KeyStanding } from '#access/guards/still-admitted-store.ts'
import type { ListenedEvent } from '#notification/resend/resent-store.ts'
import { PREAMBLE } from '../frame.ts'
import { eventFrame, heartbeatFrame, readyFrame } from './frame.ts'

export interface ListenStream {
  readonly key: KeyStanding
  readonly types: readonly string[]
  readonly body: PassThrough
  /** Everything up to there has been sent. null: what happens from when it is let in. */
  position: bigint | null
  isReady: boolean
  /** Does not read as fast as things happen: nothing is read for it meanwhile. */
  isBehind(): boolean
  ready(upTo: bigint): void
  send(events: ListenedEvent[], upTo: bigint): void
  heartbeat(): void
  end(): void
}

export interface ListenRequest {
  key: KeyStanding
  types: readonly string[]
  position: bigint | null
  brand: string
}

const MAX_BUFFERED_BYTES = 256 * 1024

export function openListenStream({ raw }: FastifyReply, { brand, ...request }: ListenRequest): ListenStream {
  const body = new PassThrough({ highWaterMark: MAX_BUFFERED_BYTES })
  body.write(PREAMBLE)
  const bufferedBytes = () => body.readableLength + body.writableLength + raw.writableLength
  const write = (text: string) => void (body.writable && body.write(text))
  return {
    ...request,
    body,
    isReady: false,
    isBehind: () => bufferedBytes() > MAX_BUFFERED_BYTES,
    ready(upTo) {
      this.position ??= upTo
      this.isReady = true
      write(readyFrame(this.position))
    },
    send(events, upTo) {
      this.position = upTo
      for (const event of events) write(eventFrame(brand, request.key.accountId, event))
    },
    heartbeat() {
      if (this.position !== null) write(heartbeatFrame(this.position))
    },
    end: () => void (bufferedBytes() > MAX_BUFFERED_BYTES ? raw.destroy() : body.end()),
  }
}
