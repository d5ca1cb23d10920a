// Opens connections. The name is resolved and every address of it judged first, then only those are connected to, and at the end
// it is looked at where the connection really leads. What is given up in between leaves nothing behind.
import type { LookupAddress } from 'node:dns'
import { connect, isIP, type LookupFunction, type NetConnectOpts, type Socket } from 'node:net'
import { normaliseIp } from '#kernel/ip-address.ts'
import type { Names } from './names.ts'
import { NAME_UNKNOWN, NOT_PUBLIC, Obstacle, Unreached } from './obstacle.ts'
import type { MayReach } from './target.ts'
import type { TlsWay } from './tls-way.ts'

export interface Place {
  /** An IPv6 address without brackets. */
  hostname: string
  port: number
  secure: boolean
}

export type Opened = (error: Error | null, socket: Socket | null) => void
/** Ends what is under way; nothing is reported then. */
export type GiveUp = () => void
export type OpenSocket = (place: Place, opened: Opened) => GiveUp

/** A tunnel to one address of the place, made by a proxy in between. */
export type Tunnel = (place: Place, address: string, opened: Opened) => GiveUp

export interface Ways {
  names: Names
  /** Null: everything may be reached. */
  mayReach: MayReach | null
  tlsWay: TlsWay
  tunnel?: Tunnel | null
}

const PROBE_AFTER_MS = 60_000
/** Beyond what a connection to the other end of the world takes, a lost packet included: Node's 250 ms are not. */
const NEXT_ADDRESS_AFTER_MS = 2_000

export function socketOpener({ names, mayReach, tlsWay, tunnel = null }: Ways): OpenSocket {
  return (place, opened) => {
    const unwanted = new AbortController()
    let giveUp: GiveUp | null = null
    let isOver = false
    const step = (then: (socket: Socket) => GiveUp | undefined): Opened => {
      return (error, socket) => {
        if (isOver) return void socket?.destroy()
        giveUp = null
        if (error !== null || socket === null) finish(error ?? new Obstacle('the connection was closed'), null)
        else giveUp = then(socket) ?? null
      }
    }
    const finish: Opened = (error, socket) => {
      isOver = true
      opened(error, socket)
    }
    const done = step(socket => void finish(null, socket))

    addressesOf(place.hostname, unwanted.signal)
      .then(addresses => {
        if (isOver) return
        if (tunnel === null) giveUp = direct(place, addresses, done)
        else giveUp = through(tunnel, place, ends(place, addresses), place.secure ? step(inside(place, done)) : done)
      })
      .catch(error => done(error, null))
    return () => {
      isOver = true
      unwanted.abort()
      giveUp?.()
    }
  }

  /** A name with one internal address is refused, whatever its other addresses are. */
  async function addressesOf(hostname: string, signal: AbortSignal): Promise<LookupAddress[]> {
    const family = isIP(hostname)
    if (family === 0 && tunnel !== null && mayReach === null) return []
    const addresses = family === 0 ? await names.resolve(hostname, signal) : [{ address: hostname, family }]
    if (addresses.length === 0) throw new Obstacle(NAME_UNKNOWN)
    if (mayReach !== null && !addresses.every(({ address }) => mayReach(address))) throw new Obstacle(NOT_PUBLIC)
    return addresses
  }

  function direct(place: Place, addresses: LookupAddress[], opened: Opened): GiveUp {
    const { hostname, port, secure } = place
    const lookup: LookupFunction = (_name, _options, callback) => callback(null, addresses)
    const options: NetConnectOpts = {
      host: hostname,
      port,
      lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    }
    const socket = secure ? tlsWay(place, options) : connect(options)
    socket.setNoDelay(true).setKeepAlive(true, PROBE_AFTER_MS)
    // Before any other listener gets the connection: not even a handshake goes to a refused address.
    socket.prependOnceListener('connect', () => {
      if (mayReach !== null && !leadsTo(socket, addresses, mayReach)) socket.destroy(new Obstacle(NOT_PUBLIC))
    })
    return whenReady(socket, secure ? 'secureConnect' : 'connect', error => {
      opened(error, error === null ? socket : null)
    })
  }

  function inside(place: Place, opened: Opened): (tunnel: Socket) => GiveUp {
    return tunnelled => {
      const socket = tlsWay(place, tunnelled)
      return whenReady(socket, 'secureConnect', error => opened(error, error === null ? socket : null))
    }
  }
}

function whenReady(socket: Socket, event: 'connect' | 'secureConnect', then: (error: Error | null) => void): GiveUp {
  let isOver = false
  const once = (error: Error | null) => {
    if (isOver) return
    isOver = true
    if (error !== null) socket.destroy()
    then(error)
  }
  socket.once(event, () => {
    if (!socket.destroyed) once(null)
  })
  // It stays, since an error of a socket without a listener would end the process.
  socket.on('error', once)
  socket.once('close', () => once(new Obstacle('the connection was closed')))
  return () => {
    isOver = true
    socket.destroy()
  }
}

function leadsTo({ remoteAddress }: Socket, addresses: LookupAddress[], mayReach: MayReach): boolean {
  if (remoteAddress === undefined || !mayReach(remoteAddress)) return false
  const there = normaliseIp(remoteAddress)
  return addresses.some(({ address }) => normaliseIp(address) === there)
}

/** The proxy gets the address that was checked; a name could resolve to another one there. */
function ends({ hostname }: Place, addresses: LookupAddress[]): string[] {
  return addresses.length === 0 ? [hostname] : addresses.map(({ address }) => address)
}

/** Tries one address after the other, as long as the proxy answers that it cannot be reached. */
function through(tunnel: Tunnel, place: Place, [end = '', ...others]: string[], opened: Opened): GiveUp {
  let giveUp = tunnel(place, end, (error, socket) => {
    if (error instanceof Unreached && others.length > 0) giveUp = through(tunnel, place, others, opened)
    else opened(error, socket)
  })
  return () => giveUp()
}
