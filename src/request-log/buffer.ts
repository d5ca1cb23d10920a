// What was observed is masked as soon as its answer is out, and waits here for a moment as the line that is written, many at once. It is
// bounded: what finds no room is dropped and counted. It never makes a request wait or fail.
import { isDivisible } from '#db/postgres.ts'
import { startDueLoop } from '#db/queue/due.ts'
import { type Clock, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { entryOf, type ObservedRequest } from './entry.ts'
import type { RequestLogDeps } from './feature.ts'
import { requestLine } from './store.ts'

export interface RequestBuffer {
  record(observed: ObservedRequest): void
  /** Since this process began. */
  dropped(): number
  /** Writes what is left, if that can be done at once. */
  stop(): Promise<void>
}

const MAX_WAITING = 4_096
const MAX_WAITING_BYTES = 16 * 1024 * 1024
const MAX_BATCH = 500
const GATHER_MS = 200
const AGAIN_MS = 5 * SECOND_MS
const UNAUTHORIZED = 401
const RATE_LIMITED = 429
/** Anybody can send a public key: of what is not proven to be its holder's an account keeps so much a minute. */
const MAX_UNPROVEN = 60

export function openBuffer(
  deps: Pick<RequestLogDeps, 'clock' | 'log'> & {
    /** Lines of `requestLine`. */
    write: (lines: string[]) => Promise<void>
  },
): RequestBuffer {
  const { write, clock, log } = deps
  /** Of this turn of the loop: what hangs on a request is not held longer than its answer takes. */
  let observed: ObservedRequest[] = []
  const lines: string[] = []
  const unproven = unprovenPerMinute(clock)
  let [bytes, dropped] = [0, 0]
  const loop = startDueLoop({ name: 'request log', everyMs: AGAIN_MS, log, round })

  function record(request: ObservedRequest): void {
    const isFull = observed.length + lines.length >= MAX_WAITING || bytes + sizeOf(request) > MAX_WAITING_BYTES
    if (isFull || (isUnproven(request) && !unproven.hasRoom(request.accountId))) {
      dropped++
      return
    }
    if (observed.push(request) === 1) setImmediate(mask)
    bytes += sizeOf(request)
  }

  function mask(): void {
    if (observed.length === 0) return
    if (lines.length === 0) loop.wakeIn(GATHER_MS)
    for (const request of observed) {
      bytes -= sizeOf(request)
      const line = lineOf(request)
      if (line === null) continue
      bytes += line.length
      if (lines.push(line) % MAX_BATCH === 0) loop.wake()
    }
    observed = []
  }

  /** Nobody waits for it: what goes wrong here must end with this request's line. */
  function lineOf(request: ObservedRequest): string | null {
    try {
      return requestLine(entryOf(request))
    } catch (error) {
      dropped++
      log.error({ err: error, route: request.route }, 'a request could not be masked, and is not logged')
      return null
    }
  }

  async function round(): Promise<boolean> {
    const batch = lines.slice(0, MAX_BATCH)
    if (batch.length === 0) return false
    try {
      await write(batch)
    } catch (error) {
      // The same again once the database is back; its id keeps a request from being logged twice.
      if (!isDivisible(error)) throw error
      dropped += batch.length
      log.error({ err: error, requests: batch.length }, 'requests could not be logged')
    }
    lines.splice(0, batch.length)
    for (const written of batch) bytes -= written.length
    return lines.length > 0
  }

  return {
    record,
    dropped: () => dropped,
    async stop() {
      await loop.stop()
      mask()
      try {
        while (await round());
      } catch (error) {
        log.error({ err: error, requests: lines.length }, 'the last requests could not be logged')
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
