// The access token of one PSP account: OAuth2 client credentials, kept until shortly before its expiry, fetched once for all
// waiting calls. It does not know what the token is used for.
import { Buffer } from 'node:buffer'
import { type Clock, SECOND_MS } from '#kernel/time.ts'
import { fields, text } from '../adapters/reply.ts'
import type { Line, Reply } from './http.ts'

export interface TokenSettings {
  clientId: string
  clientSecret: string
  /** The form of the token request: a form body, as OAuth2 has it (RFC 6749), or JSON. */
  tokenRequest?: 'form' | 'json'
  /** Absent: /oauth/token. */
  tokenPath?: string
  timeoutMs: number
  clock: Clock
}

export interface Tokens {
  /** Throws NoToken where there is none before the signal. */
  current(signal: AbortSignal): Promise<string>
  /** The PSP rejects this token. Another call may have noticed before, and then there is a newer one. */
  forget(token: string): void
  /** Requests a fresh one, also where a valid one is kept. */
  requestToken(): Promise<Reply>
}

export class NoToken extends Error {
  constructor(reason: string) {
    super(`no access token from the PSP: ${reason}`)
  }
}

/** A token is renewed this long before it expires, so that no call begins with one that expires on the way. */
const MARGIN_MS = 30 * SECOND_MS
/** For a PSP that does not report how long its tokens live. */
const DEFAULT_LIFETIME_SECONDS = 60

interface Token {
  text: string
  until: number
}

export function openTokens(line: Line, settings: TokenSettings): Tokens {
  let fetching: Promise<Token> | null = null
  let refused: string | null = null

  function requestToken(): Promise<Reply> {
    const credentials = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
    const { type, body } = TOKEN_REQUESTS[settings.tokenRequest ?? 'form']
    const headers = { authorization: `Basic ${credentials}`, 'content-type': type }
    // A deadline of its own: it is fetched for all waiting calls, however little time the first one has left.
    const signal = AbortSignal.timeout(settings.timeoutMs)
    return line.send({ method: 'POST', path: settings.tokenPath ?? '/oauth/token', headers, body, signal })
  }

  async function renew(): Promise<Token> {
    refused = null
    const reply = await requestToken()
    const granted = reply.status === 200 ? fields(reply.body) : {}
    const token = text(granted.access_token)
    if (token === null) throw new NoToken(reply.status === null ? reply.reason : `HTTP ${reply.status}`)
    const lifetimeMs = Number(granted.expires_in ?? DEFAULT_LIFETIME_SECONDS) * SECOND_MS
    return { text: token, until: settings.clock().getTime() + lifetimeMs - MARGIN_MS }
  }

  async function current(): Promise<string> {
    const asked = fetching
    const held = await asked?.catch(() => null)
    if (held && held.text !== refused && held.until > settings.clock().getTime()) return held.text
    // The first call to notice renews it for all.
    if (fetching === asked || fetching === null) fetching = renew()
    return (await fetching).text
  }

  return {
    requestToken,
    current: signal => inTime(current(), signal),
    forget(token) {
      refused = token
    },
  }
}

const TOKEN_REQUESTS = {
  form: { type: 'application/x-www-form-urlencoded', body: 'grant_type=client_credentials' },
  json: { type: 'application/json', body: JSON.stringify({ grant_type: 'client_credentials' }) },
}

/** The token, unless the waiting call has no time left. */
function inTime(token: Promise<string>, signal: AbortSignal): Promise<string> {
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(new NoToken('no answer in time'))
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp, { once: true })
  return Promise.race([token, late.promise]).finally(() => signal.removeEventListener('abort', giveUp))
}
