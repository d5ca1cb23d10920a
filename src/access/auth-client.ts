// How the gateway asks better-auth: by a request of our making, in which the client's address is the one that we know. Its
// refusals become ours. A body that it should see must have been judged by a schema before.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure, type FailureCode } from '#kernel/failure.ts'
import type { Auth } from './auth.ts'

export interface LibraryAnswer {
  status: number
  /** Parsed; an empty object where it is none. */
  body: Record<string, unknown> | null
  text: string
  /** As they go to the browser. */
  cookies: string[]
  /** Of a refusal: its code and words, and for how long to wait. */
  code: string
  message: string
  waitSeconds: number
}

export interface LibraryRequest {
  method: 'GET' | 'POST'
  /** Below /api/auth. */
  path: string
  body?: unknown
}

export async function requestLibrary(
  auth: Pick<Auth, 'handler'>,
  request: FastifyRequest,
  input: LibraryRequest,
): Promise<LibraryAnswer> {
  const answer = await auth.handler(requestOf(request, input))
  const text = await answer.text()
  const body = parsed(text)
  return {
    status: answer.status,
    text,
    body,
    cookies: answer.headers.getSetCookie(),
    code: String(body?.code ?? ''),
    message: String(body?.message ?? 'The request was refused'),
    waitSeconds: Number(answer.headers.get('x-retry-after') ?? 0),
  }
}

/** The same question at the library's own route, and its answer as it is. Throws its refusal. */
export async function handOver(auth: Pick<Auth, 'handler'>, request: FastifyRequest, reply: FastifyReply) {
  const method = request.method === 'POST' ? 'POST' : 'GET'
  const path = (request.routeOptions.url ?? '').replace(/^\/api\/auth/, '')
  const answer = await requestLibrary(auth, request, { method, path, body: request.body })
  orRefuse(answer)
  return sendOn(reply, answer)
}

export function sendOn(reply: FastifyReply, { cookies, text }: LibraryAnswer): FastifyReply {
  giveCookies(reply, cookies)
  return sendText(reply, text)
}

/** The library's JSON, which is not serialized again. */
export const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.code(200).type('application/json').send(text)

export const ABOUT_LETTER =
  'The answer is the same, and takes as long, whether anybody signs in with this address or not. ' +
  'Its `letter` is CONSOLE where the gateway is not set up to send mail and shows the letter on its console, else MAILBOX.'

/**
 * The answer to a person who has asked for a mail. Where mail reaches no mailbox it says that the mail is on the console: the
 * same for every address.
 */
export function sendOnLetter(reply: FastifyReply, { cookies, body }: LibraryAnswer, printsOnly: boolean): FastifyReply {
  giveCookies(reply, cookies)
  return reply.code(200).send({ ...body, letter: printsOnly ? 'CONSOLE' : 'MAILBOX' })
}

export function giveCookies(reply: FastifyReply, cookies: string[]): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  reply.header('cache-control', 'no-store')
}

/** What a browser would send back of the cookies that it was given. */
export const sentBack = (cookies: string[]): string => cookies.map(cookie => cookie.split(';')[0]).join('; ')

// Not the fetch metadata: every browser says the origin of a POST, and clients that are none send the metadata too.
const PASSED_ON = ['cookie', 'origin', 'referer', 'user-agent', 'accept-language']

function requestOf(request: FastifyRequest, { method, path, body }: LibraryRequest): Request {
  const headers = new Headers({ 'content-type': 'application/json', 'x-real-ip': request.ip })
  for (const name of PASSED_ON) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const url = `http://localhost/api/auth${path}`
  return method === 'GET'
    ? new Request(url, { headers })
    : new Request(url, { method, headers, body: JSON.stringify(body ?? {}) })
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) ?? null
  } catch {
    return null
  }
}

const CODES: Record<number, FailureCode> = {
  400: 'INVALID_DATA',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  409: 'CONFLICT',
  422: 'CONFLICT',
  429: 'RATE_LIMITED',
}

export const NOT_CONFIRMED_SAYS =
  'This mail address was never confirmed: ask for a new password by mail, which confirms it'

/** Where neither status nor words of the library are what our API would answer. */
const OURS: Record<string, [FailureCode, string]> = {
  INVALID_TWO_FACTOR_COOKIE: ['UNAUTHORIZED', 'Sign in with your password first: this second step has ended'],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['UNAUTHORIZED', 'Too many wrong codes: sign in with your password again'],
  EMAIL_NOT_VERIFIED: ['FORBIDDEN', NOT_CONFIRMED_SAYS],
  CHALLENGE_NOT_FOUND: ['INVALID_DATA', 'response: expected an answer to options that were asked for just now'],
  PASSKEY_NOT_FOUND: ['INVALID_DATA', 'response: expected a passkey that is known here'],
  AUTHENTICATION_FAILED: ['INVALID_DATA', 'response: expected one of a passkey that has recognised its owner'],
  FAILED_TO_VERIFY_REGISTRATION: ['INVALID_DATA', 'response: expected one of a passkey that has recognised its owner'],
}

export const isRefused = ({ status }: LibraryAnswer): boolean => status < 200 || status >= 300

/** Throws what the library has refused. */
export function orRefuse(answer: LibraryAnswer): void {
  if (!isRefused(answer)) return
  const ours = OURS[answer.code]
  if (ours !== undefined) throw new Failure(...ours)
  const code = CODES[answer.status]
  if (code === undefined) throw new Error(`better-auth answered ${answer.status} ${answer.code}`)
  if (code === 'FORBIDDEN' && answer.code.includes('ORIGIN')) throw new Failure('ORIGIN_REFUSED', ORIGIN)
  const { waitSeconds: wait } = answer
  throw new Failure(code, answer.message, wait > 0 ? { retryAfterSeconds: wait } : {})
}

const ORIGIN = 'Origin: expected the address of this panel'

/** A browser says where its page came from; what is no browser need not. */
export function refuseForeignPage(origins: string[], { headers: { origin } }: FastifyRequest): void {
  if (origin !== undefined && !origins.includes(origin)) throw new Failure('ORIGIN_REFUSED', ORIGIN)
}

/** What a session remembers of where it began. */
export const signInHeaders = ({ ip, headers }: FastifyRequest) =>
  new Headers({ 'x-real-ip': ip, 'user-agent': headers['user-agent'] ?? '' })
