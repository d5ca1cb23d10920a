// A way to the database that is cut at the worst moment: right before a COMMIT reaches the server, or right after, when its
// answer is on the way back. The client cannot tell the two apart.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Connection } from '#db/postgres.ts'

/** 'before': the COMMIT never arrives. 'after': it is carried out, and its answer is lost. */
export type Cut = 'before' | 'after' | 'not'

export interface SeveringProxy extends AsyncDisposable {
  connection: Connection
  /** Of COMMITs. */
  cuts: Record<'before' | 'after', number>
  /** Cuts every connection, whatever is under way on it. */
  cutAll(): void
  /** For so long nothing passes in either direction, and nothing is lost. */
  stall(ms: number): void
}

/** The message of a simple query, as the driver writes it. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0')

export async function openSeveringProxy(to: Connection, cutOf: () => Cut): Promise<SeveringProxy> {
  const cuts = { before: 0, after: 0 }
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(addressOf(to))
    let isLosing = false
    const sever = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', sever)
      socket.on('close', () => {
        sockets.delete(socket)
        sever()
      })
    }
    client.on('data', (chunk: Buffer) => {
      const cut = chunk.includes(COMMIT) ? cutOf() : 'not'
      if (cut !== 'not') cuts[cut]++
      if (cut === 'before') return sever()
      isLosing ||= cut === 'after'
      upstream.write(chunk)
    })
    upstream.on('data', chunk => {
      if (isLosing) sever()
      else client.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    connection: { ...to, host: '127.0.0.1', port },
    cuts,
    cutAll() {
      for (const socket of sockets) socket.destroy()
    },
    stall(ms) {
      for (const socket of sockets) socket.pause()
      setTimeout(() => {
        for (const socket of sockets) socket.resume()
      }, ms)
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}

/** A folder means the socket in it. */
const addressOf = ({ host = '', port = 5432 }: Connection) =>
  host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port }
