// Refunds of all sales, as the panel lists them.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ListedRefundSchema } from '#sale/refund/list/wire.ts'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'
import { salesKey } from './sales.ts'

export type ListedRefund = Static<typeof ListedRefundSchema>

/** Whatever reloads sales reloads these too. */
export const refundsKey = [...salesKey, 'refunds'] as const

export const useRefunds = (question: Query) =>
  useQuery({
    queryKey: [...refundsKey, 'list', question],
    queryFn: ({ signal }) => call<Page<ListedRefund>>('GET', '/api/refunds', { query: question, signal }),
    placeholderData: keepPreviousData,
  })
