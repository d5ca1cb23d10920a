// How built files are served: their names change with their bytes, so browsers keep them for ever; compressed forms lie beside them.
import fastifyStatic from '@fastify/static'
import type { Server } from './server.ts'

const YEAR_SECONDS = 31_536_000

/** Gives every answer `sendFile`. Once for a server, whoever comes first. */
export async function serveBuiltFiles(server: Server): Promise<void> {
  if (server.hasReplyDecorator('sendFile')) return
  await server.register(fastifyStatic, {
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    maxAge: YEAR_SECONDS * 1000,
    immutable: true,
  })
}
