// Key pairs of the API. Only the answer that creates a pair holds its private key; it is stored nowhere, not in the query cache
// either.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { CredentialSchema, NewCredentialSchema } from '#account/wire.ts'
import type { Scope } from '#http/route.ts'
import { call } from '../call.ts'
import type { Page } from '../page.ts'

export type Credential = Static<typeof CredentialSchema>
export type NewCredential = Static<typeof NewCredentialSchema>

export interface CredentialRequest {
  name: string
  /** Absent: all of them. */
  scopes?: Scope[]
  expiresAt?: string
}

const credentialsKey = ['credentials'] as const

export const useCredentials = (cursor: string | undefined) =>
  useQuery({
    queryKey: [...credentialsKey, 'list', cursor ?? null],
    queryFn: ({ signal }) => call<Page<Credential>>('GET', '/api/credentials', { query: { cursor }, signal }),
    placeholderData: keepPreviousData,
  })

export function useCreateCredential() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: CredentialRequest) => call<NewCredential>('POST', '/api/credentials', { body: request }),
    onSuccess: () => void client.invalidateQueries({ queryKey: credentialsKey }),
    gcTime: 0,
  })
}

export function useRevokeCredential() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call<void>('DELETE', `/api/credentials/${encodeURIComponent(id)}`),
    onSuccess: () => void client.invalidateQueries({ queryKey: credentialsKey }),
  })
}
