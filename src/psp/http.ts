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
  timeoutMs: number
  clock: Clock
}

/** `sent: false` means that the PSP cannot have seen the request; `true` that it may have done what was asked. */
export type Reply = { status: number; body: unknown } | { status: null; sent: boolean; reason: string }

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
  ): Promise<Reply> {
    refuseInsideTransaction(`PSP call ${method} ${path}`)
    try {
      const answer = await pool.request({
        method,
        path: `${prefix}${path}`,
        headers: { accept: 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(settings.timeoutMs),
      })
      return { status: answer.statusCode, body: parseJson(await readBounded(answer.body)) }
    } catch (error) {
      return { status: null, sent: !neverLeft(error), reason: reasonOf(error) }
    }
  }

  async function fetchToken(): Promise<Token> {
    const credentials = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
    const headers = { authorization: `Basic ${credentials}`, 'content-type': 'application/json' }
    const reply = await send('POST', '/oauth/token', headers, JSON.stringify({ grant_type: 'client_credentials' }))
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

  async function authorised(method: Method, path: string, body: unknown): Promise<Reply> {
    const headers: Record<string, string> = { authorization: `Bearer ${await currentToken()}` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    return send(method, path, headers, body === undefined ? null : JSON.stringify(body))
  }

  return {
    async call(method, path, body) {
      try {
        const reply = await authorised(method, path, body)
        if (reply.status !== 401) return reply
        // The PSP forgot the token before its time. It refused before it looked, so the call may be made again.
        token = null
        return await authorised(method, path, body)
      } catch (error) {
        if (error instanceof NoToken) return { status: null, sent: false, reason: error.message }
        throw error
      }
    },
    close: () => pool.destroy(),
  }
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

const NEVER_LEFT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

function neverLeft(error: unknown): boolean {
  return NEVER_LEFT.has((error as { code?: string }).code ?? '')
}

function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string }
  return name === 'TimeoutError' ? 'no answer in time' : `no answer: ${code ?? name ?? 'unknown error'}`
}
