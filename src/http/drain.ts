// Closes the server in order: no new connections, the requests under way are answered, and then every connection is ended.
// Waiting for the connections themselves would take as long as any client cares to keep one open.
import type { FastifyInstance } from 'fastify'

/** Call it before any other hook is added, so that every request is counted. Answers how to close; what is under way after `maxMs` is cut off. */
export function drained(
  server: Pick<FastifyInstance, 'addHook' | 'close' | 'server'>,
  maxMs: number,
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
