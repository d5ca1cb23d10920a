// GET /openapi.json and GET /openapi.house.json: the description of the HTTP API, made from the routes themselves.
import { Type } from 'typebox'
import type { Audience } from '../openapi/audience.ts'
import { type DocumentDeps, documentFor } from '../openapi/documents.ts'
import type { Json } from '../openapi/route-schema.ts'
import type { RouteRules } from '../route.ts'
import type { Server } from '../server.ts'

const RULES: RouteRules = { guard: 'none', dialect: 'panel', fails: [] }
const PATHS: readonly [string, Audience][] = [
  ['/openapi.json', 'public'],
  ['/openapi.house.json', 'house'],
]

export interface Documents {
  of(audience: Audience): Json
  textOf(audience: Audience): string
}

interface Described {
  document: Json
  text: string
}

/** `deps` is asked when the first reader comes: by then all routes are there, and the gateway knows its address. */
export function openDocuments(deps: () => DocumentDeps): Documents {
  const known = new Map<string, Described>()
  const describe = (audience: Audience): Described => {
    const current = deps()
    const key = `${audience} ${current.baseUrl}`
    const found = known.get(key)
    if (found !== undefined) return found
    const document = documentFor(audience, current)
    const described = { document, text: JSON.stringify(document) }
    known.set(key, described)
    return described
  }
  return { of: audience => describe(audience).document, textOf: audience => describe(audience).text }
}

export function openapiRoutes(server: Server, documents: Documents): void {
  for (const [path, audience] of PATHS)
    server.get(path, { config: RULES, schema: { hide: true, response: { 200: Type.Unknown() } } }, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(documents.textOf(audience)),
    )
}
