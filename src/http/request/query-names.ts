// Which routes refuse a query parameter that they do not know: every route of our own, because a misspelt filter that is ignored
// answers everything. The routes of the public contract ignore it, as they always have: existing clients send such parameters.
// Pages, files, health and callbacks ignore it too: browsers, monitors and payment providers add parameters of their own.
import type { FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure.ts'

const OF_CONTRACT = new Set([
  'GET /api/public/balance',
  'POST /api/public/cashout',
  'GET /api/public/cashout/:id',
  'POST /api/transactions',
  'GET /api/transactions/:id',
  'POST /api/webhook',
  'GET /api/webhook',
  'PUT /api/webhook/:id',
  'DELETE /api/webhook/:id',
  'GET /api/webhook/:id/deliveries',
  'POST /api/webhook/deliveries/:id/resend',
])

export function refusesUnknownQuery(method: string, url: string): boolean {
  return url.startsWith('/api/') && !OF_CONTRACT.has(`${method === 'HEAD' ? 'GET' : method} ${url}`)
}

/** Throws a refusal that names the first unknown parameter, and those that the route takes. */
export function refuseUnknownQuery({ method, query, routeOptions }: FastifyRequest): void {
  const given = Object.keys(query as object)
  if (given.length === 0 || !refusesUnknownQuery(method, routeOptions.url ?? '')) return
  const { properties = {} } = (routeOptions.schema?.querystring ?? {}) as { properties?: object }
  const unknown = given.find(name => !Object.hasOwn(properties, name))
  if (unknown === undefined) return
  const known = Object.keys(properties)
  const takes = known.length === 0 ? 'no parameters' : `these: ${known.join(', ')}`
  throw new Failure(
    'MALFORMED_REQUEST',
    `${unknown.slice(0, MAX_SHOWN)}: is not a parameter here; the route takes ${takes}`,
  )
}

const MAX_SHOWN = 100
