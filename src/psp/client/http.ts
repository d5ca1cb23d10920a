// One HTTP request to a PSP: bounded in time and size, over TLS with our own certificate where the PSP requires one. It reports
// whether an answer came and, where none did, whether the request ever left; not what an answer means. Never called inside a
// database transaction.
import type { Buffer } from 'node:buffer'
import { buildConnector, type Dispatcher, Pool } from 'undici'
import { refuseInsideTransaction } from '#kernel/no-network.ts'

/** PEM texts: our certificate for the PSP, and the authority for the PSP's own certificate in place of the ones that Node trusts. */
export interface Tls {
  cert?: string
  key?: string
  ca?: string
}

/**
 * `status: null`: no answer came. The PSP may have executed the request all the same, unless `unsent` says that nothing of the
 * request ever left the gateway. `code`: Node's, of what went wrong with the connection.
 */
export type Reply =
  | { status: number; body: unknown; date?: string; retryAfter?: string }
  | { status: null; reason: string; unsent?: true; code?: string }

export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'

export interface Request {
  method: Method
  path: string
  headers: Record<string, string>
  body: string | null
  signal: AbortSignal
}

export interface Line {
  send(request: Request): Promise<Reply>
  /** Aborts the requests under way. */
  close(): Promise<void>
}

const MAX_ANSWER_BYTES = 1024 * 1024
const CONNECTIONS = 32

export interface LineSettings {
  baseUrl: string
  tls?: Tls | undefined
  timeoutMs: number
}

export function openLine({ baseUrl, tls = {}, timeoutMs }: LineSettings): Line {
  const base = new URL(baseUrl)
  const connect = endedByAlert(buildConnector({ timeout: timeoutMs, ...tls }))
  // One request on a connection at a time, so that a lost connection loses one call, and never another with it.
  const pool = new Pool(base.origin, { connections: CONNECTIONS, pipelining: 1, allowH2: false, connect })
  const prefix = base.pathname.replace(/\/$/, '')
  return {
    async send({ method, path, headers, body, signal }) {
      refuseInsideTransaction(`PSP call ${method} ${path}`)
      const departure = { left: false }
      const line = pool.compose(departing(departure, signal))
      const accepting = { accept: 'application/json', ...headers }
      const late = lateness(signal)
      try {
        const asked = line.request({ method, path: prefix + path, headers: accepting, body, signal })
        const answer = await Promise.race([asked, late.promise])
        const read = parseJson(await readBounded(answer.body))
        return { status: answer.statusCode, body: read, ...signsOf(answer.headers) }
      } catch (error) {
        return { status: null, ...reasonOf(error), ...(!departure.left && { unsent: true }) }
      } finally {
        late.forget()
      }
    },
    close: () => pool.destroy(),
  }
}

/** TLS 1.3 refuses our certificate by an alert behind the handshake. The socket outlives it, and the end that follows would be all that is reported. */
const endedByAlert =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, connected) =>
    connect(options, (...outcome) => {
      const [, socket] = outcome
      socket?.once('error', error => socket.destroy(error))
      connected(...outcome)
    })

/**
 * Records when a connection begins to take the request; before that none of it can have reached the PSP. A failure before that
 * (no address, no server, no agreement on certificates, no free connection in time) leaves it unsent, and a request whose time
 * is over by then does not leave any more.
 */
function departing(departure: { left: boolean }, signal: AbortSignal): Dispatcher.DispatcherComposeInterceptor {
  return dispatch => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        if (signal.aborted) return controller.abort(signal.reason)
        departure.left = true
        handler.onRequestStart?.(controller, context)
      },
      onResponseStart: (...answer) => handler.onResponseStart?.(...answer),
      onResponseData: (...chunk) => handler.onResponseData?.(...chunk),
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...error) => handler.onResponseError?.(...error),
    })
}

/** undici heeds a signal only once a connection has taken the request: until then the signal is checked here. */
function lateness(signal: AbortSignal): { promise: Promise<never>; forget(): void } {
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp, { once: true })
  return { promise, forget: () => signal.removeEventListener('abort', giveUp) }
}

function signsOf(headers: Record<string, string | string[] | undefined>): { date?: string; retryAfter?: string } {
  const { date, 'retry-after': retryAfter } = headers
  return { ...(typeof date === 'string' && { date }), ...(typeof retryAfter === 'string' && { retryAfter }) }
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the PSP answered more than 1 MiB')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function reasonOf(error: unknown): { reason: string; code: string } {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError') return { reason: 'no answer in time', code: 'ETIMEDOUT' }
  const known = code ?? name ?? 'unknown error'
  return { reason: `no answer: ${known}`, code: known }
}
