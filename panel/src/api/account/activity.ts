// The audit log of the account.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { EntrySchema } from '#audit/wire.ts'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'

export type Entry = Static<typeof EntrySchema>

export const useActivity = (question: Query) =>
  useQuery({
    queryKey: ['activity', question],
    queryFn: ({ signal }) => call<Page<Entry>>('GET', '/api/audit', { query: question, signal }),
    placeholderData: keepPreviousData,
  })
