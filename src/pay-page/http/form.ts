// What a form of a page sends: as browsers send it, or the same fields as JSON. Bodies are small, every field is text, and of a field that
// is sent twice the first one counts.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readJsonBodies } from '#http/request/json-body.ts'
import { Failure } from '#kernel/failure.ts'

/** Read by name; "" where it was not sent. */
export interface Form {
  text(name: string): string
  has(name: string): boolean
}

export const MAX_FORM_BYTES = 16 * 1024

/** Whatever else is sent is not read. Both need an origin of ours; a foreign page could send JSON only after a preflight, and gets none. */
export function readForms(server: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>): void {
  readJsonBodies(server)
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  )
}

/** Who sends JSON gets JSON. */
export const isJson = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'POST' && /^application\/json\b/i.test(headers['content-type'] ?? '')

export function formOf({ body }: Pick<FastifyRequest, 'body'>): Form {
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams(textsIn(body ?? {}))
  return { text: name => fields.get(name) ?? '', has: name => fields.has(name) }
}

function textsIn(body: unknown): [string, string][] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed('body: expected fields')
  return Object.entries(body).map(([name, value]) => {
    if (typeof value !== 'string') throw malformed(`${name}: expected text`)
    return [name, value]
  })
}

const malformed = (message: string) => new Failure('MALFORMED_REQUEST', message)

export const EMPTY_FORM: Form = { text: () => '', has: () => false }
