// How the operator's desk asks and acts. A deed of the desk may change anything that is shown there, so all of it is asked for anew.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'
import { useSteadyRequest } from '../steady-request.ts'

export const deskKey = ['desk'] as const

/** The page before stays until the next one is there. */
export const useDeskPage = <Row>(path: string, question: Query = {}, refetchMs?: number) =>
  useQuery({
    queryKey: [...deskKey, path, question],
    queryFn: ({ signal }) => call<Page<Row>>('GET', path, { query: question, signal }),
    placeholderData: keepPreviousData,
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  })

interface OneAsk {
  query?: Query
  refetchMs?: number | undefined
}

export const useDeskOne = <T>(path: string, { query = {}, refetchMs }: OneAsk = {}) =>
  useQuery({
    queryKey: [...deskKey, path, query],
    queryFn: ({ signal }) => call<T>('GET', path, { query, signal }),
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  })

/** What an operator does, as the gateway is asked for it. */
export interface Deed {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
}

export function useDeed() {
  const client = useQueryClient()
  const { mutationFn, isSlow, repeat } = useSteadyRequest(
    ({ method, path, body }: Deed, { idempotencyKey, onSlow }) =>
      call<unknown>(method, path, {
        onSlow,
        ...(body !== undefined && { body }),
        ...(method === 'POST' && { idempotencyKey }),
      }),
    'request',
  )
  const deed = useMutation({ mutationFn, onSuccess: () => void client.invalidateQueries({ queryKey: deskKey }) })
  // The others have no key.
  const hasKey = deed.variables?.method === 'POST'
  return { ...deed, sending: { isSlow, repeat: hasKey ? repeat : null } }
}

/** Part of an address. */
export const inPath = (part: string | number): string => encodeURIComponent(part)
