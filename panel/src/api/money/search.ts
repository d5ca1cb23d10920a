// The queries of the search: in the account, or in the whole gateway.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { FoundSchema, HitSchema } from '#search/wire.ts'
import { call } from '../call.ts'

export type Hit = Static<typeof HitSchema>
export type FoundGroup = Static<typeof FoundSchema>['groups'][number]
export type SearchScope = 'account' | 'house'

const ROUTES: Record<SearchScope, string> = { account: '/api/search', house: '/api/admin/search' }
/** Of each kind: all kinds are seen without much scrolling. */
const SHOWN = 5

/** `text` empty: no request is made. */
export const useSearch = (scope: SearchScope, text: string) =>
  useQuery({
    queryKey: ['search', scope, text],
    queryFn: ({ signal }) =>
      call<Static<typeof FoundSchema>>('GET', ROUTES[scope], { query: { q: text, limit: SHOWN }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
