// GET /openapi.json and GET /openapi.house.json: the description of the HTTP API, made from the routes themselves.
import { Type } from 'typebox'
import type { Audience } from '#http/openapi/audience.ts'
import { type DocumentDeps, documentFor } from '#http/openapi/documents.ts'
import type { RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'

const RULES: RouteRules = { guard: 'none', dialect: 'panel', fails: [] }
const PATHS: readonly [string, Audience][] = [
  ['/openapi.json', 'public'],
  ['/openapi.house.json', 'house'],
]

/** `deps` is asked when the first reader comes: by then all routes are there, and the gateway knows its address. */
export function openapiRoutes(server: Server, deps: () => DocumentDeps): void {
  const texts = new Map<string, string>()
  const textOf = (audience: Audience): string => {
    const current = deps()
    const key = `${audience} ${current.baseUrl}`
    const text = texts.get(key) ?? JSON.stringify(documentFor(audience, current))
    texts.set(key, text)
    return text
  }
  for (const [path, audience] of PATHS)
    server.get(path, { config: RULES, schema: { hide: true, response: { 200: Type.Unknown() } } }, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(textOf(audience)),
    )
}
