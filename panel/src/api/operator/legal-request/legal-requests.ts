// Requests of authorities for records, and the archives that answer them.
import type { Static } from 'typebox'
import type { SigningKeySchema } from '#legal-request/signing/wire.ts'
import type {
  ArchiveSchema,
  CloseBody,
  DueDayBody,
  ManifestSchema,
  NewArchiveBody,
  NewArchiveSchema,
  NewRequestBody,
  RequestSchema,
  WholeRequestSchema,
} from '#legal-request/wire.ts'
import type { Query } from '../../call.ts'
import { type Action, inPath, useOperatorItem, useOperatorPage } from '../operator.ts'

const REQUESTS = '/api/admin/legal-requests'
const KEY = '/api/signing-key'

export type LegalRequest = Static<typeof RequestSchema>
export type WholeLegalRequest = Static<typeof WholeRequestSchema>
export type Archive = Static<typeof ArchiveSchema>
export type NewArchive = Static<typeof NewArchiveSchema>
export type ArchiveManifest = Static<typeof ManifestSchema>
export type NewLegalRequest = Static<typeof NewRequestBody>
export type SigningKey = Static<typeof SigningKeySchema>

const at = (id: string) => `/api/admin/legal-requests/${inPath(id)}`

export const useLegalRequests = (question: Query) => useOperatorPage<LegalRequest>(REQUESTS, question)
export const useLegalRequest = (id: string, refetchMs?: number) =>
  useOperatorItem<WholeLegalRequest>(at(id), { refetchMs })
export const useSigningKey = () => useOperatorItem<SigningKey>(KEY)

export const recordLegalRequest = (body: NewLegalRequest): Action => ({ method: 'POST', path: REQUESTS, body })
export const changeDueDay = (id: string, body: Static<typeof DueDayBody>): Action => ({
  method: 'PATCH',
  path: at(id),
  body,
})
export const closeLegalRequest = (id: string, body: Static<typeof CloseBody>): Action => ({
  method: 'POST',
  path: `${at(id)}/close`,
  body,
})
export const makeArchive = (id: string, body: Static<typeof NewArchiveBody>): Action => ({
  method: 'POST',
  path: `${at(id)}/archives`,
  body,
})
const archiveAt = (id: string, archiveId: string) =>
  `/api/admin/legal-requests/${inPath(id)}/archives/${inPath(archiveId)}`
export const useArchiveManifest = (id: string, archiveId: string) =>
  useOperatorItem<ArchiveManifest>(archiveAt(id, archiveId))
export const archiveFile = (id: string, archiveId: string): string => `${archiveAt(id, archiveId)}/file`
