// What the people of an account are told of support that looks at it. Apart from what every page loads.
import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { OwnSupportViewSchema } from '#support/wire.ts'
import { call } from '../call.ts'
import { lookedAt } from '../chosen-account.ts'
import type { Page } from '../page.ts'

export type Here = Static<typeof OwnSupportViewSchema>

const MAX_HERE = 10
const LOOK_EVERY_MS = 60_000

/** Support that looks at this account right now. Not asked in a view itself: the account would be told that it was. */
export const useSupportHere = () =>
  useQuery({
    queryKey: ['support-here'],
    queryFn: ({ signal }) => call<Page<Here>>('GET', '/api/support-views', { query: { limit: MAX_HERE }, signal }),
    enabled: lookedAt() === null,
    refetchInterval: LOOK_EVERY_MS,
  })
