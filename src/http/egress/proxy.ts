// Requests through the operator's own proxy, so that receivers see one fixed address: CONNECT to the receiver, and from there
// on the proxy carries bytes that it cannot read where they are TLS.
import { isIPv6, type Socket } from 'node:net'
import { Client } from 'undici'
import { Obstacle, reasonOf, Unreached } from './obstacle.ts'
import type { GiveUp, OpenSocket, Place, Tunnel } from './sockets.ts'

export interface EgressProxy {
  readonly origin: string
  /** The header with the proxy's credentials; null where it requires none. Never logged. */
  readonly authorization: string | null
}

const PROXY_AUTHENTICATION_REQUIRED = 407

/** `suspect` is called when no connection to the proxy itself came about, as far as one was waited for. */
export function tunnelThrough(
  { origin, authorization }: EgressProxy,
  openSocket: OpenSocket,
  suspect: () => void,
): Tunnel {
  const place = placeOf(origin)
  return ({ port }, address, opened) => {
    let giveUp: GiveUp | null = null
    let isOver = false
    const client = new Client(origin, {
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect(_options, callback) {
        giveUp = openSocket(place, (error, socket) => {
          giveUp = null
          if (socket !== null) return callback(null, socket)
          suspect()
          callback(new Obstacle(`the egress proxy cannot be reached: ${reasonOf(error)}`), null)
        })
      },
    })
    const end = `${isIPv6(address) ? `[${address}]` : address}:${port}`
    const headers = { host: end, ...(authorization !== null && { 'proxy-authorization': authorization }) }
    client.connect({ path: end, headers }, (error, data) => {
      // Undici hands over what it was given by us.
      const socket = error === null ? (data.socket as Socket) : null
      void client.destroy()
      if (isOver) return void socket?.destroy()
      isOver = true
      const refusal = refusalOf(error, data?.statusCode)
      if (refusal === null) return opened(null, socket)
      socket?.destroy()
      opened(refusal, null)
    })
    return () => {
      isOver = true
      if (giveUp !== null) suspect()
      giveUp?.()
      void client.destroy()
    }
  }
}

function refusalOf(error: Error | null, status: number | undefined): Error | null {
  if (error instanceof Obstacle) return error
  if (error !== null) return new Obstacle(`the egress proxy did not let it through: ${reasonOf(error)}`)
  if (status === PROXY_AUTHENTICATION_REQUIRED) return new Obstacle('the egress proxy asks for other credentials (407)')
  if (status !== undefined && status >= 200 && status < 300) return null
  const Kind = status !== undefined && status >= 500 ? Unreached : Obstacle
  return new Kind(`the egress proxy did not let it through (${status})`)
}

export function placeOf(origin: string): Place {
  const { hostname, port, protocol } = new URL(origin)
  const secure = protocol === 'https:'
  return { hostname: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? (secure ? 443 : 80) : Number(port), secure }
}
