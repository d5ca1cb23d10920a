// One Fastify server that holds every route to its rules, and one handler that dresses every refusal. It knows nothing of money;
// features hand it their routes.
import { randomUUIDv7 } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { TlsOptions } from 'node:tls'
import helmet from '@fastify/helmet'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { serializers, strictBodies } from './compilers.ts'
import { drained } from './drain.ts'
import { type DialectName, type Dressed, dress, INTERNAL } from './failures.ts'
import type { DescribedRoute } from './openapi/route-schema.ts'
import { readJsonBodies } from './request/json-body.ts'
import { observeRequests } from './request/observed.ts'
import { refuseUnknownQuery } from './request/query-names.ts'
import { type Caller, failsOf, type GuardName, type RouteRules } from './route.ts'
import { refusalOf } from './schema.ts'

export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Lets a caller in, or throws the Failure that turns them away. */
export type Guard = (request: FastifyRequest, rules: RouteRules) => Promise<Caller>

export interface ServerDeps {
  log: FastifyBaseLogger
  guards: Record<Exclude<GuardName, 'none'>, Guard>
  trustProxy: string[]
  /** What of an error of ours is the outside's doing and passes by itself; absent: nothing. */
  passing?: (error: unknown) => Failure | null
  /** The port is about to be closed: whoever is answered is to come back by another connection. Absent: never. */
  stopping?: () => boolean
  /** For so long what comes on connections that were made is still answered when no new ones are taken any more. Absent: not at all. */
  lingerMs?: number
  /** Paths that people type and share. One that cannot be decoded is taken as it is written, so that its own route answers it. */
  isPagePath?: (path: string) => boolean
  /** For https; absent: plain http. */
  tls?: TlsOptions
  /** Called for what no route takes, before it is answered; `answer`: what its caller will read. Absent: nobody asks. */
  unknownRoute?: (request: FastifyRequest, reply: FastifyReply, answer: object) => void
  /** Called for every route, as it is added: the catalogue. */
  onRoute?: (route: DescribedRoute) => void
}

/** Longer than a sale may take whose PSP does not answer. */
const MAX_DRAIN_MS = 20_000
/** For a whole request to come in; how long its answer takes is not limited by this. */
const MAX_RECEIVING_MS = 30_000
// Node swaps the two where the headers may take longer than the whole, and looks at both only every so often.
const MAX_RECEIVING_HEADERS_MS = 20_000
const LOOK_AT_RECEIVING_MS = 5_000
const BODY_LIMIT_BYTES = 256 * 1024
// Longer than any request line that Node lets in, so that an id of any length reaches its own route's check.
const ANY_PARAM_LENGTH = 65_536

export async function buildServer(deps: ServerDeps): Promise<{ server: Server; close: () => Promise<void> }> {
  const server = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: ANY_PARAM_LENGTH },
    rewriteUrl: ({ url = '/' }) => (deps.isPagePath?.(url) ? readable(url) : url),
    trustProxy: deps.trustProxy.length > 0 ? deps.trustProxy : false,
    // They count up with time: a log that is kept by them is in order.
    genReqId: () => randomUUIDv7(),
    frameworkErrors: (_error, request, reply) => answer(reply as FastifyReply, unreadable(request as FastifyRequest)),
    clientErrorHandler: (error, socket) => endSocket(error, socket),
    requestTimeout: MAX_RECEIVING_MS,
    ...listenerOf(deps.tls),
    forceCloseConnections: 'idle',
    // What still comes in on a connection that is at work is answered like any other, and the connection ends with it.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: strictBodies(), buildSerializer: serializers } },
  }).withTypeProvider<TypeBoxTypeProvider>()

  const close = drained(server, { maxMs: MAX_DRAIN_MS, lingerMs: deps.lingerMs ?? 0 })
  observeRequests(server)
  readJsonBodies(server)
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  server.decorateRequest('caller', null)
  server.decorateRequest('knownKey', null)
  server.addHook('onRoute', route => {
    const rules = rulesOf(route)
    const { url, schema = {} } = route
    for (const method of [route.method].flat()) if (method !== 'HEAD') deps.onRoute?.({ method, url, rules, schema })
  })
  // Before the guard, whose refusals carry its headers too.
  await server.register(helmet, {
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  })
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (deps.stopping?.()) reply.header('connection', 'close')
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw NO_HOST
    const rules = request.routeOptions.config as Partial<RouteRules>
    if (request.is404 || rules.isNowhere?.(request)) deps.unknownRoute?.(request, reply, NOT_HERE.body)
    if (rules.guard !== undefined && rules.guard !== 'none')
      request.caller = await deps.guards[rules.guard](request, rules as RouteRules)
    refuseUnknownQuery(request)
  })
  server.setErrorHandler((error, request, reply) => answer(reply, refuse(deps.passing?.(error) ?? error, request)))
  server.setNotFoundHandler((_request, reply) => answer(reply, NOT_HERE))
  return { server, close }
}

/** With the signs of an escape escaped, where they lead to no text. */
function readable(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

const NODE_HTTP = {
  // Node's own refusal of a request without Host carries neither a body nor an id; ours does.
  requireHostHeader: false,
  headersTimeout: MAX_RECEIVING_HEADERS_MS,
  connectionsCheckingInterval: LOOK_AT_RECEIVING_MS,
}

/** Fastify's types separate the two kinds of server, and nothing here does: requests are the same at both. */
const listenerOf = (tls: ServerDeps['tls']) =>
  (tls === undefined ? { http: NODE_HTTP } : { https: { ...NODE_HTTP, ...tls } }) as { http: typeof NODE_HTTP }

/** What Node itself could not read never becomes a request; the socket gets the same shape and is closed. */
function endSocket({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return
  const message = code === TOO_SLOW ? 'The request did not come in whole in time' : 'The request is not readable HTTP'
  const { status, body } = dress(new Failure('MALFORMED_REQUEST', message), 'panel')
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\nX-Request-Id: ${randomUUIDv7()}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
}

const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'
const NO_HOST = new Failure('MALFORMED_REQUEST', 'Host: is required')
const NOT_HERE = dress(new Failure('NOT_FOUND', 'There is nothing at this path and method'), 'panel')

function rulesOf(route: { url: string; config?: unknown }): RouteRules {
  const rules = (route.config ?? {}) as Partial<RouteRules>
  if (!areRules(rules)) throw new Error(`${route.url} does not say its guard, dialect and failures`)
  return rules
}

const areRules = (rules: Partial<RouteRules>): rules is RouteRules =>
  rules.guard !== undefined && rules.dialect !== undefined && rules.fails !== undefined

/** What the router could not read: on the contract's own POST routes a 400 in their dialect, elsewhere simply nothing. */
function unreadable(request: FastifyRequest): Dressed {
  const dialect = SPEC_POSTS.find(([path]) => request.method === 'POST' && request.raw.url?.startsWith(path))?.[1]
  return dialect === undefined
    ? NOT_HERE
    : dress(new Failure('MALFORMED_REQUEST', 'The address is not readable'), dialect)
}

const SPEC_POSTS: [string, DialectName][] = [
  ['/api/public/cashout', 'cashout'],
  ['/api/transactions', 'sale'],
]

function refuse(error: unknown, request: FastifyRequest): Dressed {
  const rules = request.routeOptions.config as Partial<RouteRules>
  // Where no route is, a body that cannot be read changes nothing.
  if (!areRules(rules)) return NOT_HERE
  const failure = failureOf(error, request)
  if (failure === null || !expected(failure, rules)) {
    request.log.error({ err: error, context: failure?.context, route: request.routeOptions.url }, 'internal error')
    return dress(INTERNAL, rules.dialect)
  }
  if (failure.context !== undefined) request.log.warn({ context: failure.context, code: failure.code }, failure.message)
  return { ...dress(failure, rules.dialect), ...retryAfter(failure) }
}

function failureOf(error: unknown, request: FastifyRequest): Failure | null {
  if (error instanceof Failure) return error
  // The caller closed the connection with half of the body sent: no one reads this answer, and it is no fault of the gateway.
  if (error === request.raw.errored) return new Failure('MALFORMED_REQUEST', 'body: ended before its end')
  return refusalOf(error as FastifyError, request.routeOptions.bodyLimit ?? BODY_LIMIT_BYTES)
}

// A code that the route did not declare is a bug of ours, wherever it was thrown.
function expected(failure: Failure, rules: RouteRules): boolean {
  return failure.code === 'MALFORMED_REQUEST' || failsOf(rules).includes(failure.code)
}

const retryAfter = (failure: Failure) =>
  failure.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: failure.retryAfterSeconds }

function answer(reply: FastifyReply, dressed: Dressed & { retryAfterSeconds?: number }): FastifyReply {
  if (dressed.retryAfterSeconds !== undefined) reply.header('retry-after', String(dressed.retryAfterSeconds))
  return reply.header('x-request-id', reply.request.id).code(dressed.status).send(dressed.body)
}
