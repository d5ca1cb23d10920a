// The sellers' servers, in a process of their own that no figure counts: plain HTTP, kept connections, one port for each receiver. A
// receiver answers at once, or accepts the request and never answers.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { play, sharedNowMs } from './process.ts'

export interface IncomingPix {
  eventId: string
  /** The port's place among the ports. */
  receiver: number
  atMs: number
}

const EVENT_ID = 'x-service-event-id'
const KEEP_ALIVE_MS = 300_000

play(async ({ count: receivers }: { count: number }) => {
  let count = 0
  let waiting: { max: number; resolve: (count: number) => void } | null = null
  let hanging = new Set<number>()
  let incoming: IncomingPix[] | null = null
  const stuck = new Set<Socket>()
  const servers = await Promise.all(Array.from({ length: receivers }, (_, n) => listen(n)))

  async function listen(n: number) {
    const server = createServer((request, response) => take(n, request, response))
    server.keepAliveTimeout = KEEP_ALIVE_MS
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server
  }

  function take(n: number, request: IncomingMessage, response: ServerResponse): void {
    incoming?.push({ eventId: String(request.headers[EVENT_ID]), receiver: n, atMs: sharedNowMs() })
    request.resume()
    if (hanging.has(n)) return void stuck.add(request.socket)
    request.on('end', () => {
      response.end('ok')
      count++
      if (waiting !== null && count >= waiting.max) {
        waiting.resolve(count)
        waiting = null
      }
    })
  }

  return {
    tasks: {
      ports: () => servers.map(server => (server.address() as AddressInfo).port),
      /** Counts anew, and keeps what arrives where `keep` is set. */
      reset({ keep = false, hang = [] }: { keep?: boolean; hang?: number[] }) {
        count = 0
        incoming = keep ? [] : null
        hanging = new Set(hang)
        for (const socket of stuck) socket.destroy()
        stuck.clear()
      },
      count: () => count,
      until: (max: number) => (count >= max ? count : new Promise<number>(resolve => (waiting = { max, resolve }))),
      arrivals: () => incoming ?? [],
    },
    async close() {
      for (const server of servers) server.closeAllConnections()
      for (const server of servers) server.close()
    },
  }
})
