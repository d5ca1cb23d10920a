// What a plain HTML form sends. Bodies are small, every field is text, and of a field that is sent twice the first one counts.
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Read by name; "" where it was not sent. */
export interface Form {
  text(name: string): string
  has(name: string): boolean
}

export const MAX_FORM_BYTES = 16 * 1024

/** Nothing else is read in this scope: a foreign page can send JSON only after a preflight, and it gets none. */
export function readForms(server: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  )
}

export function formOf({ body }: Pick<FastifyRequest, 'body'>): Form {
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams()
  return { text: name => fields.get(name) ?? '', has: name => fields.has(name) }
}

export const EMPTY_FORM: Form = { text: () => '', has: () => false }
