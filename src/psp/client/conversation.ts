// The calls to one PSP account: the token with every call, one deadline for everything that a call needs, a second try for
// lookups, and no calls while its circuit is open. It reports whether the PSP answered, not what the answer means.
import { setTimeout as pause } from 'node:timers/promises'
import { refuseInsideTransaction } from '#kernel/no-network.ts'
import { fractionFrom, type RandomBytes } from '#kernel/time.ts'
import type { ProbeOutcome } from '../port.ts'
import type { Breaker } from './circuit-breaker.ts'
import { type Method, openLine, type Reply, type Request, type Tls } from './http.ts'
import { probeOf } from './probe.ts'
import { pauseBeforeSecond } from './retry.ts'
import { NoToken, openTokens, type TokenSettings } from './token.ts'

export interface PspHttpSettings extends TokenSettings {
  baseUrl: string
  tls?: Tls | undefined
  /** For one call with everything that it needs, the token included. */
  timeoutMs: number
  random: RandomBytes
  breaker: Pick<Breaker, 'enter' | 'record'>
  /** Hears of each request that leaves, a second try included; not of those for tokens. */
  onSend?: (method: Method, path: string) => void
}

export interface CallOptions {
  /** The application at the PSP may lack the right to this alone: 403 then says nothing about other calls. */
  hasOwnRight?: boolean
}

export interface PspHttp {
  call(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    options?: CallOptions,
  ): Promise<Reply>
  /** Requests a fresh token and nothing else, also while the circuit is open. */
  probe(): Promise<ProbeOutcome>
  /** Waits for the calls under way. Later ones are not made. */
  close(): Promise<void>
}

const CIRCUIT_OPEN: Reply = {
  status: null,
  reason: 'the PSP has not answered for a while and is asked no more for now',
  unsent: true,
}

export function openPspHttp(settings: PspHttpSettings): PspHttp {
  const { breaker, clock, timeoutMs } = settings
  const line = openLine(settings)
  const tokens = openTokens(line, settings)
  const underWay = new Set<Promise<unknown>>()

  async function withToken(request: Request): Promise<Reply> {
    const token = await tokens.current(request.signal)
    const reply = await sendWith(token, request)
    if (reply.status !== 401) return reply
    // The PSP rejected the token before its expiry, and before it read the request, so the call may be made again.
    tokens.forget(token)
    return onceSent(tokens.current(request.signal).then(fresh => sendWith(fresh, request)))
  }

  function sendWith(token: string, request: Request) {
    settings.onSend?.(request.method, request.path)
    return line.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
  }

  async function inTime(request: Omit<Request, 'signal'>): Promise<Reply> {
    const endsAt = performance.now() + timeoutMs
    const timed = { ...request, signal: AbortSignal.timeout(timeoutMs) }
    const first = await withToken(timed)
    const pauseMs = pauseBeforeSecond(request.method, first, clock(), fractionFrom(settings.random))
    if (pauseMs === null || performance.now() + pauseMs >= endsAt) return first
    await pause(pauseMs)
    const second = withToken(timed)
    return first.status === null && first.unsent ? second : onceSent(second)
  }

  async function guarded(request: Omit<Request, 'signal'>, options: CallOptions): Promise<Reply> {
    refuseInsideTransaction(`PSP call ${request.method} ${request.path}`)
    const pass = breaker.enter()
    if (pass === null) return CIRCUIT_OPEN
    let reply: Reply = { status: null, reason: 'the call could not be made' }
    try {
      reply = await inTime(request).catch(withoutToken)
      return reply
    } finally {
      // In every case a trial must end.
      breaker.record(pass, troubleOf(reply, options))
    }
  }

  function tracked<T>(work: Promise<T>): Promise<T> {
    const ended = work.finally(() => underWay.delete(ended))
    underWay.add(ended)
    return ended
  }

  return {
    call(method, path, body, headers = {}, options = {}) {
      const content = body === undefined ? {} : { 'content-type': 'application/json' }
      const text = body === undefined ? null : JSON.stringify(body)
      return tracked(guarded({ method, path, headers: { ...content, ...headers }, body: text }, options))
    },
    probe: () => tracked(probeOf(tokens.requestToken, clock)),
    async close() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
      await line.close()
    },
  }
}

/** Without a token the call was never made. */
function withoutToken(error: unknown): Reply {
  if (error instanceof NoToken) return { status: null, reason: error.message, unsent: true }
  throw error
}

/** The outcome of a request that was made again: the first did leave the gateway, whatever the result of this one. */
async function onceSent(again: Promise<Reply>): Promise<Reply> {
  const reply = await again.catch(withoutToken)
  return reply.status === null ? { status: null, reason: reply.reason } : reply
}

const FORBIDDEN = 403
const SHUT_OUT = [401, FORBIDDEN]

/** A PSP that judges a call, or requests a pause, is available; one that refuses our access is not, for any call. */
function troubleOf(reply: Reply, { hasOwnRight = false }: CallOptions): string | null {
  if (reply.status === null) return reply.reason
  if (reply.status === FORBIDDEN && hasOwnRight) return null
  return reply.status >= 500 || SHUT_OUT.includes(reply.status) ? `HTTP ${reply.status}` : null
}
