// A server of its own for PSPs that show a certificate when they call back (mTLS): it serves the callbacks and nothing else. A
// caller without a certificate, or with one that the PSP's authority did not sign, gets 403, whatever the path; the token in
// the path is required as well.
import type { AddressInfo } from 'node:net'
import type { SecureContextOptions, TLSSocket, Server as TlsServer } from 'node:tls'
import { passingFailure } from '#db/passing.ts'
import { dress } from '#http/failures.ts'
import { buildServer, type Guard } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import type { PspsDeps } from '../deps.ts'
import { callbackRoutes } from './callback-routes.ts'
import type { Inbox } from './inbox.ts'

/** PEM texts. */
export interface CallbackTls {
  certificate: string
  privateKey: string
  /** The authority that signs the certificates of calling PSPs. */
  clientCa: string
}

export interface ListeningPlace {
  host: string
  port: number
  /** Other processes listen there too. */
  reusePort?: boolean
}

export interface CallbackListener {
  /** Answers the port. */
  listen(at: ListeningPlace): Promise<number>
  /** For connections that begin from now on. */
  renew(tls: CallbackTls): void
  close(): Promise<void>
}

const HANDSHAKE_MS = 10_000
const NOBODY: Guard = () => Promise.reject(new Error('this door has no guarded routes'))
const NO_CERTIFICATE = dress(new Failure('FORBIDDEN', 'A client certificate of the PSP is required here'), 'panel')

export async function openCallbackListener(
  deps: Pick<PspsDeps, 'db' | 'log'> & { inbox: Inbox; tls: CallbackTls },
): Promise<CallbackListener> {
  const { db, inbox, log, tls } = deps
  const { server, close } = await buildServer({
    log,
    trustProxy: [],
    passing: passingFailure,
    guards: { 'api-key': NOBODY, session: NOBODY, operator: NOBODY, person: NOBODY },
    // Refused by an HTTP answer and not by a failed handshake: some PSPs try a call without a certificate to see one.
    tls: { ...contextOf(tls), requestCert: true, rejectUnauthorized: false, handshakeTimeout: HANDSHAKE_MS },
  })
  server.addHook('onRequest', async (request, reply) => {
    const refused = refusalOf(request.raw.socket as TLSSocket)
    if (refused === null) return
    request.log.warn({ reason: refused, ip: request.ip }, 'a callback without a certificate of the PSP was refused')
    return reply.code(NO_CERTIFICATE.status).send(NO_CERTIFICATE.body)
  })
  callbackRoutes(server, { db, inbox })

  return {
    async listen(at) {
      await server.listen(at)
      return (server.server.address() as AddressInfo).port
    },
    renew: fresh => (server.server as unknown as TlsServer).setSecureContext(contextOf(fresh)),
    close,
  }
}

function contextOf({ certificate, privateKey, clientCa }: CallbackTls): SecureContextOptions {
  return { cert: certificate, key: privateKey, ca: clientCa, minVersion: 'TLSv1.2' }
}

function refusalOf(socket: TLSSocket): string | null {
  if (socket.getPeerX509Certificate() === undefined) return 'none was shown'
  return socket.authorized ? null : String(socket.authorizationError)
}
