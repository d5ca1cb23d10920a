// Each request as it ends: a line in the log, and word to those who measure. Both have the template of the route and never the address
// itself, which may hold ids and secrets.
import type { FastifyRequest } from 'fastify'
import { belonging, type ServedRequest, servedRequests } from '#kernel/concurrency/observed.ts'
import type { Server } from '../server.ts'

/** To be called before any other hook is added that is to be counted in. */
export function observeRequests(server: Pick<Server, 'addHook' | 'decorateRequest'>): void {
  server.decorateRequest('belongsTo', null)
  server.addHook('onRequest', (request, reply, done) => {
    const served = servedOf(request)
    reply.raw.once('close', () => {
      served.status = reply.raw.writableFinished ? reply.statusCode : null
      served.durationMs = reply.elapsedTime
      servedRequests.asyncEnd.publish(served)
      logRequest(request, served)
    })
    if (!servedRequests.hasSubscribers) return done()
    servedRequests.start.runStores(served, () => {
      request.belongsTo = belonging.getStore()
      done()
    })
  })
  // What reads the body of a request goes on in the course of its connection.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.belongsTo === null || request.belongsTo === undefined) done()
    else belonging.run(request.belongsTo, done)
  })
}

const servedOf = (request: FastifyRequest): ServedRequest => ({
  method: request.method,
  route: request.routeOptions.url ?? null,
  traceparent: isFromTrustedProxy(request) ? header(request, 'traceparent') : undefined,
  status: null,
  durationMs: 0,
})

/** Fastify answers as many addresses as there are trusted proxies, and one more. */
const isFromTrustedProxy = ({ ips }: FastifyRequest): boolean => (ips?.length ?? 0) > 1

function header({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

function logRequest(request: FastifyRequest, { method, route, status, durationMs }: ServedRequest): void {
  const { knownKey } = request
  const known = {
    method,
    route,
    status,
    durationMs: Math.round(durationMs),
    ...(knownKey && { accountId: knownKey.accountId }),
  }
  request.log.info(known, 'request')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** See `belonging`. */
    belongsTo: unknown
  }
}
