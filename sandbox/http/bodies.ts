// How bodies are read: UTF-8 and nothing else, since other bytes would be kept as question marks. No body at all is no JSON
// that is wrong: clients send its content type with a DELETE.
import type { FastifyInstance } from 'fastify'

/** Answered as a complaint about the body, with 400. */
export class UnreadableBody extends Error {
  readonly statusCode = 400
}

interface Parsing {
  // Of every type that the server's parsers know.
  addContentTypeParser: FastifyInstance['addContentTypeParser']
  removeContentTypeParser: FastifyInstance['removeContentTypeParser']
  getDefaultJsonParser: FastifyInstance['getDefaultJsonParser']
}

export function readBodies(server: Parsing): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('text/plain')
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    const text = decoded(body as Buffer)
    return text === null ? done(NOT_UTF_8) : parseJson(request, text, done)
  })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => {
    const text = decoded(body as Buffer)
    if (text === null) return done(NOT_UTF_8)
    const fields = new URLSearchParams(text)
    // A reader of the first and a reader of the last would not mean the same.
    if (new Set(fields.keys()).size < fields.size) return done(REPEATED)
    return done(null, Object.fromEntries(fields))
  })
}

const NOT_UTF_8 = new UnreadableBody('O corpo precisa estar em UTF-8.')
const REPEATED = new UnreadableBody('Um campo veio mais de uma vez.')

function decoded(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}
