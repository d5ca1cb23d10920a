// GET /docs/downloads: what sellers install, as the build has packed it. Its names stay while its bytes change, so that an address in a guide, or
// in somebody's package.json, holds.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '#kernel/failure.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { RouteRules } from '../route.ts'
import type { Server } from '../server.ts'
import type { ManualBuild } from './assets.ts'

const RULES: RouteRules = { guard: 'none', dialect: 'panel', fails: ['NOT_FOUND'] }
const DOWNLOADS = ['porteira-cli.tgz', 'porteira-sdk.tgz', 'porteira-python.tar.gz', 'porteira-php.tar.gz']
const CACHED = { maxAge: 5 * MINUTE_MS, immutable: false }

/** After those of the reference, which serve built files. */
export function downloadRoutes(server: Server, build: () => ManualBuild | null): void {
  server.get('/docs/downloads/:file', { config: RULES, schema: { hide: true } }, (request, reply) => {
    const { file } = request.params as { file: string }
    const folder = build()?.downloads
    if (folder === undefined || !DOWNLOADS.includes(file) || !existsSync(join(folder, file))) throw NOTHING
    return reply.sendFile(file, folder, CACHED)
  })
}

const NOTHING = new Failure(
  'NOT_FOUND',
  `There is no such file. There are ${DOWNLOADS.join(', ')}, once they are built`,
)
