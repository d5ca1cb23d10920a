// How the operator's desk asks and acts. A deed of the desk may change anything that is shown there, so all of it is asked for anew.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Query } from '../call.ts'
import { useKeyed } from '../idempotency-key.ts'
import type { Page } from '../page.ts'

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
  const send = useKeyed(({ method, path, body }: Deed, key) =>
    call<unknown>(method, path, {
      ...(body !== undefined && { body }),
      ...(method === 'POST' && { idempotencyKey: key }),
    }),
  )
  return useMutation({ mutationFn: send, onSuccess: () => void client.invalidateQueries({ queryKey: deskKey }) })
}

/** Part of an address. */
export const inPath = (part: string | number): string => encodeURIComponent(part)
