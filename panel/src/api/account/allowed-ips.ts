// The addresses from which the account's keys may be used.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { AllowedIps as AllowedIpsSchema } from '#account/wire.ts'
import { call } from '../call.ts'

export type AllowedIps = Static<typeof AllowedIpsSchema>

const allowedIpsKey = ['allowed-ips'] as const
const PATH = '/api/allowed-ips'

export const useAllowedIps = () =>
  useQuery({ queryKey: allowedIpsKey, queryFn: ({ signal }) => call<AllowedIps>('GET', PATH, { signal }) })

/** The list is replaced as a whole. */
export function useReplaceIps() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ips: string[]) => call<AllowedIps>('PUT', PATH, { body: { ips } }),
    onSuccess: replaced => client.setQueryData(allowedIpsKey, replaced),
  })
}
