// The panel as files: its one page, with a fresh nonce for each request, and its assets, whose names change with their bytes.
// It knows nothing of sessions: the panel is a client of the same API as everybody.
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { UNNAMED_BRAND } from '#kernel/brand.ts'
import { Failure } from '#kernel/failure.ts'
import type { RandomBytes } from '#kernel/time.ts'
import { serveBuiltFiles } from '../built-files.ts'
import type { RouteRules } from '../route.ts'
import type { Server } from '../server.ts'
import { UNBUILT } from './unbuilt.ts'

export interface PanelDeps {
  /** Where the build in use lies, possibly behind a link; it may be missing. */
  folder: string
  random: RandomBytes
  /** The brand in the headers of signatures. */
  brand: string
}

interface Build {
  folder: string
  page: string
}

/** Stands in the built page wherever the nonce belongs; panel/vite.config.ts writes it there. */
const NONCE = /__PORTEIRA_NONCE__/g
const NONCE_BYTES = 18
/** The brand of this gateway. */
const BRAND_NAME = '__PORTEIRA_HOUSE__'
/** What is not a page, for every caller: there an unknown path is refused as everywhere. */
const NO_PAGE = /^\/(?:api|callbacks|docs|health|assets|openapi\.json)(?:[/?]|$)/
/** The hash that names a file may begin with a dash; nothing that is served begins with a dot. */
const ASSET = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/

const RULES: RouteRules = { guard: 'none', dialect: 'panel', fails: ['NOT_FOUND'] }
const PLACE = { config: RULES, schema: { hide: true } }

export async function panelFiles(server: Server, { folder, random, brand }: PanelDeps): Promise<void> {
  await serveBuiltFiles(server)
  const build = lookFor(folder)
  const name = brand === UNNAMED_BRAND ? '' : brand.replaceAll('&', '&amp;')

  server.get('/assets/:file', PLACE, async (request, reply) => {
    const { file } = request.params as { file: string }
    const found = await build()
    if (found === null || !ASSET.test(file)) throw NOTHING
    return reply.header('vary', 'accept-encoding').sendFile(file, join(found.folder, 'assets'))
  })
  const page = async (_request: FastifyRequest, reply: FastifyReply) => {
    const found = await build()
    const nonce = random(NONCE_BYTES).toString('base64')
    reply.header('content-security-policy', policyWith(nonce)).header('cache-control', 'no-store')
    const html = (found?.page ?? UNBUILT).replaceAll(NONCE, nonce).replace(BRAND_NAME, () => name)
    return reply
      .code(found === null ? 503 : 200)
      .type('text/html; charset=utf-8')
      .send(html)
  }
  server.get('/', PLACE, page)
  const everyPage = { ...PLACE, config: { ...RULES, isNowhere: (request: FastifyRequest) => !wantsPage(request) } }
  server.get('/*', everyPage, (request, reply) => {
    if (!wantsPage(request)) throw NOTHING
    return page(request, reply)
  })
}

const NOTHING = new Failure('NOT_FOUND', 'There is nothing at this path and method')

const wantsPage = ({ url, headers: { accept = '' } }: FastifyRequest) =>
  accept.includes('text/html') && !NO_PAGE.test(url)

/** A build never changes; one that is missing is looked for again. Its page and its assets are of one build. */
function lookFor(folder: string): () => Promise<Build | null> {
  let found: Promise<Build | null> = Promise.resolve(null)
  const look = async (): Promise<Build | null> => {
    try {
      const real = await realpath(folder)
      return { folder: real, page: await readFile(join(real, 'index.html'), 'utf8') }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
  return async () => {
    // The reason of a failed read may be gone a moment later.
    if ((await found.catch(() => null)) === null) found = look()
    return found
  }
}

function policyWith(nonce: string): string {
  const directives = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ]
  return directives.join('; ')
}
