// The pool of connections, a client of undici for each, so that it is always known whether a request uses a connection that has
// been used before. The callers bound the connections in use; the idle ones are bounded over all hosts together, so that a
// thousand hosts cost no more than one.
import { Client } from 'undici'
import { Incoming, shownTo } from './incoming.ts'
import { placeOf } from './proxy.ts'
import type { GiveUp, OpenSocket } from './sockets.ts'

export interface Line {
  readonly client: Client
  readonly host: Host
  readonly incoming: Incoming
  /** Nothing has been written to the connection that stands, or is being made. */
  isFresh: boolean
  giveUp: GiveUp | null
}

interface Host {
  readonly origin: string
  readonly idle: Line[]
  lines: number
}

export interface Lines {
  /** One that waits idle, the one used last first; otherwise, and always when `fresh`, a new one. */
  take(origin: string, fresh: boolean): Line
  /** It can be used again, as far as anybody knows. */
  release(line: Line): void
  /** Nothing of it is left, nor of what it was about to write. */
  drop(line: Line): Promise<void>
  /** None that waits idle beside this one is used again. */
  dropIdle(line: Line): void
  close(): Promise<void>
}

const KEEP_ALIVE_MS = 60_000
const MAX_IDLE = 1_000
const MAX_HEADER_BYTES = 16 * 1024

export function openLines(openSocket: OpenSocket): Lines {
  const hosts = new Map<string, Host>()
  const all = new Set<Line>()
  /** In the order in which they became idle. */
  const idle = new Set<Line>()

  function open(origin: string): Line {
    const host = hosts.get(origin) ?? { origin, idle: [], lines: 0 }
    if (host.lines++ === 0) hosts.set(origin, host)
    const place = placeOf(origin)
    const incoming = new Incoming()
    const client = new Client(origin, {
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      allowH2: false,
      // There is one deadline for everything, and it is not undici's.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect(_options, callback) {
        line.isFresh = true
        line.giveUp = openSocket(place, (error, socket) => {
          line.giveUp = null
          if (socket !== null) callback(null, shownTo(incoming, socket))
          else callback(error ?? new Error('no connection'), null)
        })
      },
    })
    const line: Line = { client, host, incoming, isFresh: true, giveUp: null }
    // One that is in use connects anew by itself, if nothing of the request has been written.
    client.on('disconnect', () => {
      if (idle.has(line)) drop(line)
    })
    all.add(line)
    return line
  }

  function drop(line: Line): Promise<void> {
    if (all.delete(line)) {
      if (idle.delete(line)) line.host.idle.splice(line.host.idle.indexOf(line), 1)
      if (--line.host.lines === 0) hosts.delete(line.host.origin)
      line.giveUp?.()
    }
    return line.client.destroy()
  }

  return {
    take(origin, fresh) {
      const line = fresh ? undefined : hosts.get(origin)?.idle.pop()
      if (line === undefined) return open(origin)
      idle.delete(line)
      return line
    },
    release(line) {
      if (!all.has(line)) return
      line.host.idle.push(line)
      idle.add(line)
      const [oldest] = idle.size > MAX_IDLE ? idle : []
      if (oldest !== undefined) drop(oldest)
    },
    drop,
    dropIdle({ host }) {
      for (const line of [...host.idle]) drop(line)
    },
    close: async () => void (await Promise.all([...all].map(drop))),
  }
}
