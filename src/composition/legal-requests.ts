// Requests of authorities, with what they take from backups, from the statement and from the release.
import { encrypted } from '#backup/encryption.ts'
import { RELEASE } from '#config/release.ts'
import { type LegalRequests, openLegalRequests } from '#legal-request/feature.ts'
import { described, LINE_TYPES, type LineType } from '#statement/line.ts'
import { stretchOf } from '#statement/read.ts'
import { balanceBehind } from '#statement/store.ts'
import type { Infrastructure } from './infrastructure.ts'

export function openLegal(
  resources: AsyncDisposableStack,
  infrastructure: Infrastructure,
  panelUrl: () => string,
): LegalRequests {
  const { config, recovery } = infrastructure
  return resources.use(
    openLegalRequests({
      ...infrastructure,
      encrypted,
      keepDays: config.legalArchiveDays,
      release: RELEASE,
      keyUrl: () => (panelUrl() === '' ? null : `${panelUrl()}/api/signing-key`),
      paused: recovery.active,
      statement: { stretchOf, balanceBehind, describe },
    }),
  )
}

const describe = (kind: string): string | null =>
  (LINE_TYPES as readonly string[]).includes(kind) ? described(kind as LineType, 'pt') : null
