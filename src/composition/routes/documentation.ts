// The documentation: the guides, what programs read of them, and the reference.
import { fileURLToPath } from 'node:url'
import { guideRoutes } from '#http/guides/routes.ts'
import { MANUAL_ASSETS, manualBuildIn } from '#http/reference/assets.ts'
import type { Documents } from '#http/reference/openapi-routes.ts'
import { referenceRoutes } from '#http/reference/routes.ts'
import type { Server } from '#http/server.ts'

const GUIDES = fileURLToPath(new URL('../../../docs/guides', import.meta.url))
/** As scripts/build-pages.js leaves it. */
const BUILT = fileURLToPath(new URL('../../../manual/dist/current', import.meta.url))

export interface DocumentationDeps {
  documents: Documents
  /** The name of this gateway, as people read it. */
  brand: string
}

export async function documentationRoutes(server: Server, deps: DocumentationDeps): Promise<void> {
  const { documents, brand } = deps
  const build = manualBuildIn(BUILT)
  const script = () => {
    const found = build()
    return found === null ? null : `${MANUAL_ASSETS}/${found.site}`
  }
  guideRoutes(server, { folder: GUIDES, brand, document: () => documents.of('public'), script })
  await referenceRoutes(server, { brand, build })
}
