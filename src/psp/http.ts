// One conversation with a PSP over HTTP: OAuth2 client credentials, a deadline for every call, answers bounded in size.
// It says whether the PSP answered, not what the answer means. Never called inside a database transaction.
import { Buffer } from 'node:buffer'
import { Pool } from 'undici'
import { refuseInsideTransaction } from '#kernel/no-network.ts'
import { type Clock, SECOND_MS } from '#kernel/time.ts'

export interface PspHttpSettings {
  baseUrl: string
  clientId: string
  clientSecret: string
  /** How a token is asked for: as a form, which is OAuth2's own way (RFC 6749), or as JSON. */
  tokenRequest?: 'form' | 'json'
  /** For one call with everything that it needs, the token included. */
  timeoutMs: number
  clock: Clock
}

/** `status: null`: no answer came. The PSP may have done what was asked all the same. */
export type Reply = { status: number; body: unknown } | { status: null; reason: string }

export interface PspHttp {
  call(method: Method, path: string, body?: unknown): Promise<Reply>
  close(): Promise<void>
}

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'

const MOST_ANSWER_BYTES = 1024 * 1024
const CONNECTIONS = 32
/** A token is renewed this long before it expires, so that no call sets out with one that dies on the way. */
const TOKEN_MARGIN_MS = 30 * SECOND_MS

export function openPspHttp(settings: PspHttpSettings): PspHttp {
  const base = new URL(settings.baseUrl)
  const pool = new Pool(base.origin, { connections: CONNECTIONS, pipelining: 1 })
  const prefix = base.pathname.replace(/\/$/, '')
  let token: Promise<Token> | null = null

  async function send(
    method: Method,
    path: string,
    headers: Record<string, string>,
    body: string | null,
    signal: AbortSignal,
  ): Promise<Reply> {
    refuseInsideTransaction(`PSP call ${method} ${path}`)
    try {
      const answer = await pool.request({
        method,
        path: `${prefix}${path}`,
        headers: { accept: 'application/json', ...headers },
        body,
        signal,
      })
      return { status: answer.statusCode, body: parseJson(await readBounded(answer.body)) }
    } catch (error) {
      return { status: null, reason: reasonOf(error) }
    }
  }

  async function fetchToken(): Promise<Token> {
    const credentials = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
    const { type, body } = TOKEN_REQUESTS[settings.tokenRequest ?? 'form']
    const headers = { authorization: `Basic ${credentials}`, 'content-type': type }
    // A time of its own: it is fetched for all who wait, whatever is left to the one that noticed first.
    const reply = await send('POST', '/oauth/token', headers, body, AbortSignal.timeout(settings.timeoutMs))
    const grant = (reply.status === 200 ? reply.body : {}) as { access_token?: unknown; expires_in?: unknown }
    if (typeof grant.access_token !== 'string')
      throw new NoToken(reply.status === null ? reply.reason : `HTTP ${reply.status}`)
    const lifetimeMs = Number(grant.expires_in ?? 60) * SECOND_MS
    return { text: grant.access_token, until: settings.clock().getTime() + lifetimeMs - TOKEN_MARGIN_MS }
  }

  async function currentToken(): Promise<string> {
    const asked = token
    const held = await asked?.catch(() => null)
    if (held && held.until > settings.clock().getTime()) return held.text
    // Whoever notices first renews it, for all who wait.
    if (token === asked || token === null) token = fetchToken()
    return (await token).text
  }

  async function authorised(method: Method, path: string, body: unknown, signal: AbortSignal): Promise<Reply> {
    const headers: Record<string, string> = { authorization: `Bearer ${await inTime(currentToken(), signal)}` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    return send(method, path, headers, body === undefined ? null : JSON.stringify(body), signal)
  }

  return {
    async call(method, path, body) {
      const signal = AbortSignal.timeout(settings.timeoutMs)
      try {
        const reply = await authorised(method, path, body, signal)
        if (reply.status !== 401) return reply
        // The PSP forgot the token before its time. It refused before it looked, so the call may be made again.
        token = null
        return await authorised(method, path, body, signal)
      } catch (error) {
        if (error instanceof NoToken) return { status: null, reason: error.message }
        throw error
      }
    },
    close: () => pool.destroy(),
  }
}

const TOKEN_REQUESTS = {
  form: { type: 'application/x-www-form-urlencoded', body: 'grant_type=client_credentials' },
  json: { type: 'application/json', body: JSON.stringify({ grant_type: 'client_credentials' }) },
}

interface Token {
  text: string
  until: number
}

class NoToken extends Error {
  constructor(reason: string) {
    super(`no access token from the PSP: ${reason}`)
  }
}

/** The token, unless the call that waits for it has no time left. */
function inTime(token: Promise<string>, signal: AbortSignal): Promise<string> {
  const late = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => late.reject(new NoToken('no answer in time')), { once: true })
  return Promise.race([token, late.promise])
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MOST_ANSWER_BYTES) throw new Error('the PSP answered more than 1 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string }
  return name === 'TimeoutError' ? 'no answer in time' : `no answer: ${code ?? name ?? 'unknown error'}`
}
