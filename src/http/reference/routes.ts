// The reference: GET /docs/reference, of what servers call, for everybody, and GET /docs/reference/house, of what the panel calls, for operators. A
// library renders the document in the browser; its file, and the scripts of the guides, are served from here.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { serveBuiltFiles } from '../built-files.ts'
import { preferredLanguage } from '../guides/language.ts'
import type { RouteRules } from '../route.ts'
import type { Server } from '../server.ts'
import { MANUAL_ASSETS, type ManualBuild } from './assets.ts'
import { downloadRoutes } from './downloads.ts'
import { REFERENCE_POLICY, referencePage } from './page.ts'

export interface ReferenceDeps {
  /** The name of this gateway, as people read it. */
  brand: string
  build: () => ManualBuild | null
}

const PUBLIC: RouteRules = { guard: 'none', dialect: 'panel', fails: ['NOT_FOUND'] }
const OPERATORS: RouteRules = { guard: 'operator', dialect: 'panel', fails: [] }
const schema = { hide: true }
const ASSET = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/

export async function referenceRoutes(server: Server, { brand, build }: ReferenceDeps): Promise<void> {
  await serveBuiltFiles(server)
  const show = ({ headers }: FastifyRequest, reply: FastifyReply, document: string, hasKeys: boolean) => {
    const language = preferredLanguage(headers['accept-language'])
    return reply
      .header('content-security-policy', REFERENCE_POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(referencePage({ language, brand, document, hasKeys }, build()))
  }

  server.get('/docs/reference', { config: PUBLIC, schema }, (request, reply) =>
    show(request, reply, '/openapi.json', true),
  )
  server.get('/docs/reference/house', { config: OPERATORS, schema }, (request, reply) =>
    show(request, reply, '/openapi.house.json', false),
  )
  server.get(`${MANUAL_ASSETS}/:file`, { config: PUBLIC, schema }, (request, reply) => {
    const { file } = request.params as { file: string }
    const found = build()
    if (found === null || !ASSET.test(file)) throw NOTHING
    return reply.header('vary', 'accept-encoding').sendFile(file, found.files)
  })
  downloadRoutes(server, build)
}

const NOTHING = new Failure('NOT_FOUND', 'There is nothing at this path and method')
