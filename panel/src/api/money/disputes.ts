// Disputes of the account as its people read and answer them.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { DefenceBody } from '#dispute/wire.ts'
import { type Dispute, disputesKey } from '../account/attention.ts'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'
import { queryClient } from '../query-client.ts'
import { useSteadyRequest } from '../steady-request.ts'

export type { Dispute }
export type Defence = NonNullable<Dispute['defence']>
export type Evidence = Defence['evidence'][number]
export type DefenceRequest = Static<typeof DefenceBody>

export interface DisputeQuestion extends Query {
  status?: string
  kind?: string
  cursor?: string
}

export const useDisputes = (question: DisputeQuestion) =>
  useQuery({
    queryKey: [...disputesKey, 'list', question],
    queryFn: ({ signal }) => call<Page<Dispute>>('GET', '/api/account/disputes', { query: question, signal }),
    placeholderData: keepPreviousData,
  })

/** Of one sale, the newest first. */
export const useDisputesOf = (sale: string) =>
  useQuery({
    queryKey: [...disputesKey, 'of', sale],
    queryFn: ({ signal }) => call<Page<Dispute>>('GET', '/api/account/disputes', { query: { sale }, signal }),
  })

/** That a defence has reached the provider is no event of its own. */
const ON_ITS_WAY_MS = 3_000

export const useDispute = (id: string) =>
  useQuery({
    queryKey: [...disputesKey, 'one', id],
    queryFn: ({ signal }) => call<Dispute>('GET', `/api/account/disputes/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.defence?.status === 'PENDING' ? ON_ITS_WAY_MS : false),
  })

/** Once only: sending it twice has the effect of one. */
export function useDefend(id: string) {
  const path = `/api/disputes/${encodeURIComponent(id)}/defence`
  const { mutationFn, isSlow, repeat } = useSteadyRequest(
    (body: DefenceRequest, sending) => call<Dispute>('POST', path, { body, ...sending }),
    'request',
  )
  // A refusal may mean that another person has defended it.
  const onSettled = () => queryClient.invalidateQueries({ queryKey: disputesKey })
  return { ...useMutation({ mutationFn, onSettled }), isSlow, repeat }
}
