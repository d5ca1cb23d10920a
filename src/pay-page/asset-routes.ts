// The files of the checkout: its script, and /botao.js, which sellers put into pages of their own.
import { serveBuiltFiles } from '#http/built-files.ts'
import type { RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import { ASSETS_PATH, type Build, currentBuild } from './assets.ts'

const RULES: RouteRules = { guard: 'none', dialect: 'panel', fails: ['NOT_FOUND'] }
const PLACE = { config: RULES, schema: { hide: true } }

const ASSET = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/
/** Its address never changes, so pages of sellers get a new one within the hour. */
const BUTTON_CACHE = 'public, max-age=3600, stale-while-revalidate=86400'

export async function payPageAssetRoutes(server: Server, build: () => Build | null = currentBuild): Promise<void> {
  await serveBuiltFiles(server)

  server.get(`${ASSETS_PATH}/:file`, PLACE, (request, reply) => {
    const { file } = request.params as { file: string }
    const found = build()
    if (found === null || !ASSET.test(file)) throw NOTHING
    return reply.header('vary', 'accept-encoding').sendFile(file, found.files)
  })

  server.get('/botao.js', PLACE, (_request, reply) => {
    const found = build()
    if (found === null) throw NOTHING
    return reply
      .header('vary', 'accept-encoding')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', BUTTON_CACHE)
      .sendFile(found.button, found.files, { cacheControl: false })
  })
}

const NOTHING = new Failure('NOT_FOUND', 'There is nothing at this path and method')
