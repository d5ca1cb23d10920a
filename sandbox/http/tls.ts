// The bank behind TLS. Where it knows an authority for its clients, the API answers only who shows a certificate of it; the
// page and the sandbox's own control stay open, so the certificate is asked for and never demanded by the handshake.
import { createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { FastifyRequest, FastifyServerFactory } from 'fastify'
import { problem } from '../refused.ts'

/** PEM texts. */
export interface TlsSettings {
  cert: string
  key: string
  /** Whose certificates the API asks of its callers. */
  clientCa?: string | undefined
}

export function tlsServer({ cert, key, clientCa }: TlsSettings): FastifyServerFactory {
  const clients = clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: false }
  return handler => createServer({ cert, key, minVersion: 'TLSv1.2', ...clients }, handler)
}

const NEEDS_CERTIFICATE = /^\/(v\d+|oauth)\//

/** To be asked of every request before anything else. The route decides, since a path can be written in many ways. */
export function refuseStranger({ clientCa }: TlsSettings, { raw, url, routeOptions }: FastifyRequest): void {
  if (clientCa === undefined || !NEEDS_CERTIFICATE.test(routeOptions.url ?? url)) return
  if ((raw.socket as TLSSocket).authorized) return
  throw problem('AcessoNegado', { detail: 'A chamada não trouxe um certificado de cliente que este banco conheça.' })
}
