// What was observed waits here for a moment, and is masked and written many at once, behind the requests. It is bounded: what finds no
// room is dropped and counted. It never makes a request wait or fail.
import type { FastifyBaseLogger } from 'fastify'
import { isDivisible } from '#db/postgres.ts'
import { startDueLoop } from '#db/queue/due.ts'
import { type Clock, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { entryOf, type ObservedRequest } from './entry.ts'
import type { LoggedRequest } from './request.ts'

export interface RequestBuffer {
  record(observed: ObservedRequest): void
  /** Since this process began. */
  dropped(): number
  /** Writes what is left, if that can be done at once. */
  stop(): Promise<void>
}

export interface BufferDeps {
  write: (requests: LoggedRequest[]) => Promise<void>
  clock: Clock
  log: FastifyBaseLogger
}

const MAX_WAITING = 4_096
const MAX_WAITING_BYTES = 16 * 1024 * 1024
/** Masking them takes a few milliseconds, in which nothing else happens in this process. */
const MAX_BATCH = 200
const GATHER_MS = 200
const AGAIN_MS = 5 * SECOND_MS
const UNAUTHORIZED = 401
const RATE_LIMITED = 429
/** Anybody can send a public key: of what is not proven to be its holder's an account keeps so much a minute. */
const MAX_UNPROVEN = 60

export function openBuffer({ write, clock, log }: BufferDeps): RequestBuffer {
  const waiting: ObservedRequest[] = []
  const unproven = unprovenPerMinute(clock)
  let [bytes, dropped] = [0, 0]
  const loop = startDueLoop({ name: 'request log', everyMs: AGAIN_MS, log, round })

  function record(observed: ObservedRequest): void {
    const isFull = waiting.length >= MAX_WAITING || bytes + sizeOf(observed) > MAX_WAITING_BYTES
    if (isFull || (isUnproven(observed) && !unproven.hasRoom(observed.accountId))) {
      dropped++
      return
    }
    waiting.push(observed)
    bytes += sizeOf(observed)
    if (waiting.length === 1) loop.wakeIn(GATHER_MS)
    else if (waiting.length % MAX_BATCH === 0) loop.wake()
  }

  async function round(): Promise<boolean> {
    const batch = waiting.slice(0, MAX_BATCH)
    if (batch.length === 0) return false
    try {
      await write(batch.map(entryOf))
    } catch (error) {
      // The same again once the database is back; its id keeps a request from being logged twice.
      if (!isDivisible(error)) throw error
      dropped += batch.length
      log.error({ err: error, requests: batch.length }, 'requests could not be logged')
    }
    waiting.splice(0, batch.length)
    for (const written of batch) bytes -= sizeOf(written)
    return waiting.length > 0
  }

  return {
    record,
    dropped: () => dropped,
    async stop() {
      await loop.stop()
      try {
        while (await round());
      } catch (error) {
        log.error({ err: error, requests: waiting.length }, 'the last requests could not be logged')
      }
    },
  }
}

const sizeOf = ({ requestBytes, answer }: ObservedRequest): number => requestBytes + (answer?.length ?? 0)

const isUnproven = ({ status }: ObservedRequest) => status === UNAUTHORIZED || status === RATE_LIMITED

function unprovenPerMinute(clock: Clock): { hasRoom(accountId: number): boolean } {
  let minute = 0
  const counts = new Map<number, number>()
  return {
    hasRoom(accountId) {
      const now = Math.floor(clock().getTime() / MINUTE_MS)
      if (now !== minute) counts.clear()
      minute = now
      const count = (counts.get(accountId) ?? 0) + 1
      counts.set(accountId, count)
      return count <= MAX_UNPROVEN
    },
  }
}
