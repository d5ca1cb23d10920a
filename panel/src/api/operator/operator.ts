// The queries and actions of the operator's pages. An operator's action may change anything that is shown there, so everything
// is reloaded.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'
import { useSteadyRequest } from '../steady-request.ts'

export const operatorKey = ['desk'] as const

/** The page before stays until the next one is there. */
export const useOperatorPage = <Row>(path: string, question: Query = {}, refetchMs?: number) =>
  useQuery({
    queryKey: [...operatorKey, path, question],
    queryFn: ({ signal }) => call<Page<Row>>('GET', path, { query: question, signal }),
    placeholderData: keepPreviousData,
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  })

interface OneRequest {
  query?: Query
  refetchMs?: number | undefined
}

export const useOperatorItem = <T>(path: string, { query = {}, refetchMs }: OneRequest = {}) =>
  useQuery({
    queryKey: [...operatorKey, path, query],
    queryFn: ({ signal }) => call<T>('GET', path, { query, signal }),
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  })

/** An operator's action, as a request to the gateway. */
export interface Action {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
}

export function useAction() {
  const client = useQueryClient()
  const { mutationFn, isSlow, repeat } = useSteadyRequest(
    ({ method, path, body }: Action, { idempotencyKey, onSlow }) =>
      call<unknown>(method, path, {
        onSlow,
        ...(body !== undefined && { body }),
        ...(method === 'POST' && { idempotencyKey }),
      }),
    'request',
  )
  const action = useMutation({ mutationFn, onSuccess: () => void client.invalidateQueries({ queryKey: operatorKey }) })
  // The others have no key.
  const hasKey = action.variables?.method === 'POST'
  return { ...action, sending: { isSlow, repeat: hasKey ? repeat : null } }
}

/** Part of an address. */
export const inPath = (part: string | number): string => encodeURIComponent(part)
