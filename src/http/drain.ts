// Closes the server in order: no new connections, the requests under way are answered, and then every connection is ended.
// Waiting for the connections themselves would take as long as any client cares to keep one open.
import { Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface DrainTimes {
  /** What is under way after so long is cut off. */
  maxMs: number
  /**
   * For so long connections that were made are still read from when no new ones are taken: a proxy may just be sending on one, and will not
   * send that again.
   */
  lingerMs: number
}

/** Call it before any other hook is added, so that every request is counted. Answers how to close. */
export function drained(
  server: Pick<FastifyInstance, 'addHook' | 'close' | 'server'>,
  { maxMs, lingerMs }: DrainTimes,
): () => Promise<void> {
  const quiet = Promise.withResolvers<void>()
  let underWay = 0
  let closing = false

  server.addHook('onRequest', async (_request, reply) => {
    underWay++
    // Not onResponse: a caller who goes away before the end never gets one, and would count for ever.
    reply.raw.once('close', () => {
      underWay--
      if (closing && underWay === 0) quiet.resolve()
    })
  })

  return async () => {
    // Its own way to close, HTTP's, ends connections at once on which nothing has been read yet.
    if (lingerMs > 0 && server.server.listening) {
      TcpServer.prototype.close.call(server.server)
      await sleep(lingerMs)
    }
    closing = true
    if (underWay === 0) quiet.resolve()
    const closed = server.close()
    const timer = setTimeout(quiet.resolve, maxMs)
    await quiet.promise
    clearTimeout(timer)
    server.server.closeAllConnections()
    await closed
  }
}
