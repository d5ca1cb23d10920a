// Hands every answered request of an API key to the log. Nothing is worked out here: the caller is waiting for the answer.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteRules } from '#http/route.ts'
import type { Guard, Server } from '#http/server.ts'
import { inNobodysCourse } from '#kernel/concurrency/observed.ts'
import { Failure } from '#kernel/failure.ts'
import type { ObservedRequest } from './entry.ts'
import { MAX_READ_BYTES } from './mask.ts'
import { UNKNOWN_ROUTE } from './path.ts'

/** To be called before the routes are added. */
export function observeRequests(server: Pick<Server, 'addHook'>, record: (observed: ObservedRequest) => void): void {
  server.addHook('onRoute', route => {
    const rules = route.config as Partial<RouteRules> | undefined
    if (rules?.guard !== 'api-key') return
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      (request: FastifyRequest, reply: FastifyReply, answer: unknown, done: (error: null, answer: unknown) => void) => {
        // Without the account of a key nobody would ever read it.
        if (request.knownKey !== null && !isUnlogged(rules, reply))
          record(observed(request, reply, request.knownKey, answer))
        done(null, answer)
      },
    ]
  })
}

/**
 * Of what no route takes: a call with a pair that is good is in the log, since its holder looks there for the address that they misspelt. The
 * pair is looked at behind the answer, and few at once: anybody can send many such calls, and what goes beyond is not in the log.
 */
export function observeUnknown(
  { record, looking }: { record: (observed: ObservedRequest) => void; looking: Set<Promise<void>> },
  guard: Guard,
) {
  async function look(request: FastifyRequest, reply: FastifyReply, answer: object): Promise<void> {
    const durationMs = reply.elapsedTime
    if (!(await isLetIn(request, guard)) || request.knownKey === null) return
    const seen = observed(request, reply, request.knownKey, JSON.stringify(answer))
    record({ ...seen, durationMs, route: UNKNOWN_ROUTE, params: {} })
  }
  return (request: FastifyRequest, reply: FastifyReply, answer: object): void => {
    if (request.headers['x-api-public-key'] === undefined) return
    reply.raw.once('finish', () => {
      if (looking.size >= MAX_LOOKS) return
      const task: Promise<void> = inNobodysCourse(() => look(request, reply, answer)).finally(() =>
        looking.delete(task),
      )
      looking.add(task)
    })
  }
}

const MAX_LOOKS = 32

/** Whoever tries keys learns nothing here, also not that there is no database. */
async function isLetIn(request: FastifyRequest, guard: Guard): Promise<boolean> {
  try {
    await guard(request, ANY)
    return true
  } catch (error) {
    if (!(error instanceof Failure)) request.log.warn({ err: error }, 'a key could not be looked up')
    return false
  }
}

const ANY: RouteRules = { guard: 'api-key', dialect: 'panel', fails: [] }

const FIRST_REFUSAL = 400

/** Who tries keys at such a route is seen all the same. */
const isUnlogged = (rules: Partial<RouteRules>, { statusCode }: FastifyReply): boolean =>
  rules.unlogged === true && statusCode < FIRST_REFUSAL

type KnownKey = NonNullable<FastifyRequest['knownKey']>

function observed(request: FastifyRequest, reply: FastifyReply, key: KnownKey, sent: unknown): ObservedRequest {
  const answer = typeof sent === 'string' || Buffer.isBuffer(sent) ? sent : null
  const answerBytes = answer === null ? 0 : Buffer.byteLength(answer)
  const { 'idempotency-key': idempotencyKey, 'content-length': length } = request.headers
  return {
    accountId: key.accountId,
    keyId: key.keyId,
    id: request.id,
    method: request.method,
    route: request.routeOptions.url ?? '',
    params: request.params as Record<string, string>,
    url: request.raw.url ?? '',
    // Whose connection has ended has no address any more, whatever the types say.
    ip: (request.ip as string | undefined) ?? '',
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
    requestBytes: Number(length) || 0,
    body: request.body,
    status: reply.statusCode,
    durationMs: reply.elapsedTime,
    replayed: reply.hasHeader('idempotency-replayed'),
    answerBytes,
    answer: answerBytes > MAX_READ_BYTES ? null : answer,
  }
}
