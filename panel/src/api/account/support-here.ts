// The support views of an account, as its members see them. Apart from the code that every page loads.
import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { OwnSupportViewSchema } from '#support/wire.ts'
import { call } from '../call.ts'
import { lookedAt } from '../chosen-account.ts'
import type { Page } from '../page.ts'

export type Here = Static<typeof OwnSupportViewSchema>

const MAX_HERE = 10
const LOOK_EVERY_MS = 60_000

/**
 * The support view of this account that is active now. Not requested in a support view itself: the request would be reported to
 * the account.
 */
export const useSupportHere = () =>
  useQuery({
    queryKey: ['support-here'],
    queryFn: ({ signal }) => call<Page<Here>>('GET', '/api/support-views', { query: { limit: MAX_HERE }, signal }),
    enabled: lookedAt() === null,
    refetchInterval: LOOK_EVERY_MS,
  })
