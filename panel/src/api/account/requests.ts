// The queries of the request log.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { FoundRequestSchema, RequestPageSchema, RequestSchema, WholeRequestSchema } from '#request-log/wire.ts'
import { call } from '../call.ts'

export type LoggedRequest = Static<typeof RequestSchema>
export type WholeRequest = Static<typeof WholeRequestSchema>
export type RequestSubject = NonNullable<LoggedRequest['subject']>

export interface RequestQuestion {
  method?: string
  route?: string
  status?: string
  errorCode?: string
  keyId?: string
  id?: string
  object?: string
  from?: string
  to?: string
  cursor?: string
  limit?: number
}

export const requestsKey = ['requests'] as const

export const useRequests = (question: RequestQuestion) =>
  useQuery({
    queryKey: [...requestsKey, 'list', question],
    queryFn: ({ signal }) =>
      call<Static<typeof RequestPageSchema>>('GET', '/api/requests', { query: { ...question }, signal }),
    placeholderData: keepPreviousData,
  })

export const useRequest = (id: string) =>
  useQuery({
    queryKey: [...requestsKey, 'one', id],
    queryFn: ({ signal }) => call<WholeRequest>('GET', `/api/requests/${encodeURIComponent(id)}`, { signal }),
  })

/** Of whichever account, for the operator. */
export const useFoundRequest = (id: string) =>
  useQuery({
    queryKey: [...requestsKey, 'of any account', id],
    queryFn: ({ signal }) =>
      call<Static<typeof FoundRequestSchema>>('GET', `/api/admin/requests/${encodeURIComponent(id)}`, { signal }),
    retry: false,
  })
