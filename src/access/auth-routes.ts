// The doors of better-auth that are in use, and no others. It gets a request of our making, in which the client's address is
// the one that we know, and its refusals are told in the words of this house.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TObject, Type } from 'typebox'
import type { RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { Failure, type FailureCode } from '#kernel/failure.ts'
import type { Auth } from './auth.ts'
import { NameText } from './name-text.ts'

export interface AuthRouteNeeds {
  auth: Pick<Auth, 'handler'>
  signUp: 'closed' | 'invite' | 'open'
}

const Email = Type.String({ format: 'email', maxLength: 254 })
// The upper end only bounds the work of hashing.
const Password = Type.String({ minLength: 8, maxLength: 128 })
const RememberMe = Type.Optional(Type.Boolean({ description: 'false: the session ends with the browser' }))

const SignUp = Type.Object(
  { name: NameText(120), email: Email, password: Password, rememberMe: RememberMe },
  { additionalProperties: false },
)
const SignIn = Type.Object(
  { email: Email, password: Type.String({ minLength: 1, maxLength: 128 }), rememberMe: RememberMe },
  { additionalProperties: false },
)

export function authRoutes(server: Server, needs: AuthRouteNeeds): void {
  const pass = (request: FastifyRequest, reply: FastifyReply) => handOver(needs.auth, request, reply)

  server.post(
    '/api/auth/sign-up/email',
    {
      config: rules('ORIGIN_REFUSED', 'FORBIDDEN', 'INVALID_DATA', 'CONFLICT', 'RATE_LIMITED'),
      schema: described('Register and sign in', SignUp),
    },
    (request, reply) => {
      if (needs.signUp !== 'open') throw new Failure('FORBIDDEN', CLOSED[needs.signUp])
      return pass(request, reply)
    },
  )
  server.post(
    '/api/auth/sign-in/email',
    {
      config: rules('UNAUTHORIZED', 'ORIGIN_REFUSED', 'FORBIDDEN', 'INVALID_DATA', 'RATE_LIMITED'),
      schema: described('Sign in: sets the session cookie', SignIn),
    },
    pass,
  )
  server.post(
    '/api/auth/sign-out',
    { config: rules('ORIGIN_REFUSED', 'INVALID_DATA'), schema: described('Sign out: ends the session') },
    pass,
  )
  server.get(
    '/api/auth/get-session',
    { config: rules(), schema: described('The session and its person, or null. Prolongs the session') },
    pass,
  )
}

const CLOSED = {
  closed: 'Registration is closed: the operator opens accounts',
  invite: 'Registration is by invitation only',
}

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'none', dialect: 'panel', fails })

const described = <Body extends TObject>(summary: string, body?: Body) => ({
  summary,
  tags: ['Sign-in'],
  ...(body !== undefined && { body }),
})

async function handOver(auth: Pick<Auth, 'handler'>, request: FastifyRequest, reply: FastifyReply) {
  const answer = await auth.handler(requestOf(request))
  const text = await answer.text()
  if (!answer.ok) throw refusalOf(answer, text)
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
  return reply.code(200).header('cache-control', 'no-store').type('application/json').send(text)
}

// Not the fetch metadata: every browser says the origin of a POST, and clients that are none send the metadata too.
const PASSED_ON = ['cookie', 'origin', 'referer', 'user-agent']

function requestOf(request: FastifyRequest): Request {
  const headers = new Headers({ 'content-type': 'application/json', 'x-real-ip': request.ip })
  for (const name of PASSED_ON) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const url = `http://localhost${request.routeOptions.url}`
  if (request.method !== 'POST') return new Request(url, { headers })
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(request.body ?? {}) })
}

const CODES: Record<number, FailureCode> = {
  400: 'INVALID_DATA',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  422: 'CONFLICT',
  429: 'RATE_LIMITED',
}

function refusalOf(answer: Response, text: string): Failure | Error {
  const code = CODES[answer.status]
  const { code: theirs, message } = parsed(text)
  if (code === undefined) return new Error(`better-auth answered ${answer.status} ${theirs ?? ''}`)
  if (code === 'FORBIDDEN' && theirs?.includes('ORIGIN')) return new Failure('ORIGIN_REFUSED', ORIGIN)
  const wait = Number(answer.headers.get('x-retry-after') ?? 0)
  return new Failure(code, message ?? 'The request was refused', wait > 0 ? { retryAfterSeconds: wait } : {})
}

const ORIGIN = 'Origin: expected the address of this panel'

function parsed(text: string): { code?: string; message?: string } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
