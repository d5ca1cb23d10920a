// All requests of the panel to the gateway go through this file. It throws a `Problem` for every answer that is not a success,
// sends the chosen account, and runs the step-up where the gateway requires one.
import { chosenAccount } from './chosen-account.ts'
import { type Problem, problemOf, unreachable } from './problem.ts'
import { reach } from './reach.ts'

export type Query = Record<string, string | number | boolean | null | undefined>

export interface Request {
  query?: Query
  body?: unknown
  /** So that a request which is sent twice is done once. */
  idempotencyKey?: string
  /** Beside the usual ones. */
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Called when the gateway has not answered for five seconds, and when it has answered after all. */
  onSlow?: (isSlow: boolean) => void
}

const SLOW_MS = 5_000

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Listeners {
  /** The session has ended, wherever it was noticed. */
  signedOut: () => void
  /** Asks the person for their second factor; false: they would rather not. */
  secondFactor: () => Promise<boolean>
}

const listeners: Listeners = { signedOut: () => {}, secondFactor: async () => false }
export const listenToCalls = (given: Partial<Listeners>): void => void Object.assign(listeners, given)

/** A session that was there is there no more. */
export const reportSignedOut = (): void => listeners.signedOut()

/** Sent again by itself once the person has proved who they are. */
export const SECOND_FACTOR = 'SECOND_FACTOR_REQUIRED'
const AUTH = '/api/auth/'
let authUnderWay: Promise<unknown> = Promise.resolve()

/** The caller names the type of the answer: that of the gateway's route. */
export async function call<T>(method: Method, path: string, request: Request = {}): Promise<T> {
  const answer = await answerTo(method, path, request)
  return (answer.status === 204 ? undefined : await answer.json()) as T
}

/** The same, as bytes: for files. */
export const fetchFile = (path: string, request: Request = {}, method: Method = 'GET'): Promise<Response> =>
  answerTo(method, path, request)

async function answerTo(method: Method, path: string, request: Request): Promise<Response> {
  const sending = send(method, path, request)
  if (method === 'POST' && path.startsWith(AUTH)) authUnderWay = sending
  const answer = await sending
  if (answer.ok) return answer
  const problem = await problemOf(answer)
  if (problem.code === SECOND_FACTOR && (await listeners.secondFactor())) return again(method, path, request)
  if (isSignedOut(problem, path) && (await hasSession())) return again(method, path, request)
  throw reported(problem, path)
}

/** A wrong password at sign-in ends no session. */
const isSignedOut = ({ status }: Problem, path: string) => status === 401 && !path.startsWith(AUTH)

/** A second factor that is turned on gives the person another session: what was sent with the one before is refused meanwhile. */
async function hasSession(): Promise<boolean> {
  await authUnderWay.catch(() => {})
  const answer = await send('GET', `${AUTH}get-session`, {}).catch(() => null)
  return answer?.ok === true && (await answer.json()) !== null
}

async function again(method: Method, path: string, request: Request): Promise<Response> {
  const answer = await send(method, path, request)
  if (answer.ok) return answer
  throw reported(await problemOf(answer), path)
}

function reported(problem: Problem, path: string): Problem {
  if (isSignedOut(problem, path)) reportSignedOut()
  return problem
}

async function send(method: Method, path: string, input: Request): Promise<Response> {
  const { query, body, idempotencyKey, signal } = input
  const account = chosenAccount()
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(account !== null && { 'x-account-id': account }),
    ...input.headers,
  }
  const request = {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }
  const slow = setTimeout(() => input.onSlow?.(true), SLOW_MS)
  try {
    return await fetch(path + queryText(query), request)
  } catch (error) {
    if (signal?.aborted) throw error
    reach.unanswered()
    throw unreachable(error)
  } finally {
    clearTimeout(slow)
    input.onSlow?.(false)
  }
}

function queryText(query: Query = {}): string {
  const message = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const params = new URLSearchParams(message.map(([name, value]) => [name, String(value)]))
  return message.length === 0 ? '' : `?${params}`
}
