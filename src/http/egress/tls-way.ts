// TLS for outgoing requests: certificates are always verified, whatever the environment says. Sessions are resumed, so that a
// receiver with few notifications costs a whole handshake once.
import { isIP, type NetConnectOpts, type Socket } from 'node:net'
import { type ConnectionOptions, connect, createSecureContext, type TLSSocket } from 'node:tls'

const MAX_SESSIONS = 1_000

export interface TlsPlace {
  hostname: string
  port: number
}

/** Over a connection that stands, or over a new one. */
export type TlsWay = (place: TlsPlace, over: Socket | NetConnectOpts) => TLSSocket

/** `ca`: who is trusted in place of the authorities that Node knows. */
export function openTlsWay(ca?: string): TlsWay {
  const secureContext = createSecureContext(ca === undefined ? {} : { ca })
  const sessions = new Map<string, Buffer>()

  function keep(key: string, session: Buffer): void {
    sessions.delete(key)
    sessions.set(key, session)
    if (sessions.size > MAX_SESSIONS) sessions.delete(sessions.keys().next().value ?? key)
  }

  return ({ hostname, port }, over) => {
    const key = `${hostname}:${port}`
    const session = sessions.get(key)
    const socket = connect({
      ...('destroy' in over ? { socket: over } : over),
      ...nameOf(hostname),
      ...(session && { session }),
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: true,
      secureContext,
    } as ConnectionOptions)
    // Node emits a session only once the certificate has been verified.
    socket.on('session', given => keep(key, given))
    return socket
  }
}

/** What the certificate must be for. A name goes without the dot that may end it, and an address is not sent as a name. */
function nameOf(hostname: string): ConnectionOptions {
  const host = hostname.replace(/\.$/, '')
  return isIP(host) === 0 ? { host, servername: host } : { host }
}
