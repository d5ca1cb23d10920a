// The bank's HTTP server: who may call what, and how every refusal is dressed. It knows nothing of money.
import AjvCompiler from '@fastify/ajv-compiler'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { named, type ProblemKind, problem, Refused, type Violacao } from '../refused.ts'
import { readBodies, UnreadableBody } from './bodies.ts'
import { violacaoOf } from './complaints.ts'
import { rememberMethods } from './methods.ts'
import { refuseStranger, type TlsSettings, tlsServer } from './tls.ts'

export type Scope =
  | 'cob.write'
  | 'cob.read'
  | 'pix.write'
  | 'pix.read'
  | 'pix.send'
  | 'webhook.write'
  | 'webhook.read'
  | 'payloadlocation.read'
  | 'rec.write'
  | 'rec.read'
  | 'solicrec.write'
  | 'solicrec.read'
  | 'cobv.write'
  | 'cobv.read'
  | 'cobr.write'
  | 'cobr.read'
  | 'payloadlocationrec.write'
  | 'payloadlocationrec.read'
  | 'webhookrec.write'
  | 'webhookrec.read'
  | 'webhookcobr.write'
  | 'webhookcobr.read'
  | 'gn.pix.send.read'
  | 'gn.balance.read'
  | 'gn.infractions.read'
  | 'gn.infractions.write'
  | 'charge'

/** Absent on the routes that are open to everybody: the page, the sandbox's control, the token. */
interface ApiRules {
  scope: Scope
  /** How this route answers that a request breaks its schema. */
  refuse: (violacoes: Violacao[]) => Refused
}

declare module 'fastify' {
  interface FastifyContextConfig {
    bank?: ApiRules
    /** On routes outside of the API that answer in a form of their own that they cannot read a request. */
    refuse?: ApiRules['refuse']
    /** On routes that have words of their own for every refusal, whatever the dialect. */
    dress?: (refused: Refused) => Refused
  }
}

export type HttpServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export interface HttpServerDeps {
  /** Throws the refusal of a caller whose token is not good for the scope. */
  authorise: (authorization: string | undefined, scope: Scope) => void
  /** Called when an answer has gone out, so that what it caused never overtakes it. Looking, too, ends what is over by its date. */
  afterAnswer: () => void
  /** A refusal in the words of the dialect in force. */
  dress: (refused: Refused) => Refused
  tls?: TlsSettings | undefined
}

const BODY_LIMIT_BYTES = 64 * 1024
const API = /^\/v\d+\//

export function openHttpServer(deps: HttpServerDeps): HttpServer {
  const { tls, dress } = deps
  const answer = (reply: FastifyReply, refused: Refused) =>
    send(reply, (reply.request.routeOptions.config.dress ?? dress)(refused))
  const server = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
    frameworkErrors: (_error, _request, reply) => void answer(reply as FastifyReply, problem('NaoEncontrado')),
    schemaController: { compilersFactory: { buildValidator: strictBodies() } },
    ...(tls && { serverFactory: tlsServer(tls) }),
  }).withTypeProvider<TypeBoxTypeProvider>()

  readBodies(server)
  const methodsOf = rememberMethods(server)
  server.addHook('onRoute', ({ url, config }) => {
    const isGuarded = config?.bank !== undefined || config?.refuse !== undefined
    if (API.test(url) && !isGuarded) throw new Error(`${url} does not say which scope it needs`)
  })
  server.addHook('onRequest', async request => {
    if (tls !== undefined) refuseStranger(tls, request)
    if (comesFromElsewhere(request)) throw problem('AcessoNegado', { detail: 'O pedido veio de outra página.' })
    const rules = request.routeOptions.config.bank
    if (rules !== undefined) deps.authorise(request.headers.authorization, rules.scope)
  })
  server.addHook('onResponse', async () => deps.afterAnswer())
  server.setErrorHandler((error, request, reply) => answer(reply, refusalOf(error, request)))
  server.setNotFoundHandler(({ url }, reply) => answer(reply, notThere(methodsOf(url))))
  return server
}

/** Dresses a broken request as the Central Bank's problem, its properties under the name of the object they belong to. */
export function invalid(kind: ProblemKind, object?: string): (violacoes: Violacao[]) => Refused {
  const inside = (propriedade: string) => [object, propriedade].filter(Boolean).join('.')
  return violacoes => {
    const placed = violacoes.map(violacao => ({ ...violacao, propriedade: inside(violacao.propriedade) }))
    return problem(kind, { violacoes: placed })
  }
}

/** The same for the pay-out's dialect, which names the first complaint only. */
export function invalidPayout([violacao]: Violacao[]): Refused {
  const { propriedade = '', razao = '' } = violacao ?? {}
  return named(400, 'valor_invalido', `Campo ${propriedade || 'body'}: ${razao}`)
}

/** The subject that a route names in its path; null on a route whose path names none. */
export const inPath =
  (name: string) =>
  ({ params }: FastifyRequest): string | null =>
    (params as Record<string, string | undefined>)[name] ?? null

/** Browsers say whence a request comes; a strange page must not pay, or reset the bank, in its visitor's name. */
function comesFromElsewhere({ method, headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return method !== 'GET' && site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** An address that knows other methods than the one that was used says which. */
function notThere(methods: string[]): Refused {
  if (methods.length === 0) return problem('NaoEncontrado')
  const detail = `Este endereço conhece ${methods.join(', ')}.`
  const body = { type: 'about:blank', title: 'Método não permitido', status: 405, detail }
  return new Refused(405, body, { allow: methods.join(', ') })
}

function refusalOf(error: unknown, request: FastifyRequest): Refused {
  if (error instanceof Refused) return error
  const { validation, statusCode = 500 } = error as FastifyError
  const { bank, refuse: own } = request.routeOptions.config
  const refuse = bank?.refuse ?? own ?? invalid('RequisicaoInvalida')
  if (validation !== undefined) return refuse(validation.map(violacaoOf))
  if (statusCode === 400) return refuse([{ razao: unreadableAs(error), propriedade: 'body' }])
  if (statusCode < 500) return unreadable(statusCode)
  process.stderr.write(`bank: ${request.method} ${request.url}: ${(error as Error).stack}\n`)
  return problem('ErroInternoDoServidor')
}

const unreadableAs = (error: unknown): string =>
  error instanceof UnreadableBody ? error.message : 'O corpo precisa ser um objeto JSON.'

function unreadable(status: number): Refused {
  const detail = UNREADABLE[status]
  return problem('RequisicaoInvalida', { status, ...(detail !== undefined && { detail }) })
}

const UNREADABLE: Record<number, string> = {
  413: `O corpo admite no máximo ${BODY_LIMIT_BYTES} bytes.`,
  415: 'O corpo precisa ser application/json.',
}

function send(reply: FastifyReply, { status, contentType, headers, body }: Refused): FastifyReply {
  return reply.headers(headers).code(status).type(contentType).send(JSON.stringify(body))
}

type Validator = ReturnType<ReturnType<AjvCompiler.BuildCompilerFromPool>>
/** One for all banks of a process, by the texts of the schemas: some routes make theirs anew for each bank. */
const compilerOf = AjvCompiler()
const compiledBodies = new Map<string, Validator>()
const compiledTexts = new Map<string, Validator>()

// Number texts are not numbers and null is not zero, so bodies are never coerced. Query texts have to be.
function strictBodies(): AjvCompiler.BuildCompilerFromPool {
  return (schemas, options) => {
    const build = (coerceTypes: boolean) => {
      // Of a query only what is known goes on, and into `parametros`.
      const removeAdditional = coerceTypes ? 'all' : false
      const own = { coerceTypes, removeAdditional, allErrors: true, verbose: true }
      return compilerOf(schemas, { ...options, customOptions: { ...options?.customOptions, ...own } } as typeof options)
    }
    const body = once(build(false), compiledBodies)
    const rest = once(build(true), compiledTexts)
    // Fastify hands over the whole route here, whatever the type says.
    return route => ((route as { httpPart?: string }).httpPart === 'body' ? body : rest)(route)
  }
}

function once<P>(compile: (part: P) => Validator, known: Map<string, Validator>): (part: P) => Validator {
  return part => {
    const text = JSON.stringify((part as { schema?: object }).schema)
    const validate = known.get(text) ?? lazily(() => compile(part))
    known.set(text, validate)
    return validate
  }
}

/** Compiled when it judges for the first time: a bank is opened for a few calls. */
function lazily(compile: () => Validator): Validator {
  let validate: Validator | undefined
  const judge = ((given: unknown) => {
    validate ??= compile()
    const isValid = validate(given)
    judge.errors = (validate.errors ?? null) as NonNullable<Validator['errors']> | null
    return isValid
  }) as Validator
  return judge
}
