// Sales as the panel asks for them.
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { expanding } from '#sale/payment.ts'
import type { SaleRefundSchema } from '#sale/sale-refund-wire.ts'
import type { lifeOf } from '#sale/timeline.ts'
import { call, type Query } from './call.ts'
import { useKeyed } from './idempotency-key.ts'
import type { Page } from './page.ts'
import { queryClient } from './query-client.ts'

type ExpandedForm = Awaited<ReturnType<typeof expanding>>
export type Sale = ReturnType<ExpandedForm>
export type SaleWithLife = Sale & Awaited<ReturnType<typeof lifeOf>>

export interface SaleQuestion extends Query {
  q?: string
  status?: string
  from?: string
  to?: string
  cursor?: string
  limit?: number
}

export const salesKey = ['sales'] as const

export const salesQuery = (question: SaleQuestion) =>
  queryOptions({
    queryKey: [...salesKey, 'list', question],
    queryFn: ({ signal }) => call<Page<Sale>>('GET', '/api/sales', { query: question, signal }),
  })

/** The page before stays until the next one is there. */
export const useSales = (question: SaleQuestion) =>
  useQuery({ ...salesQuery(question), placeholderData: keepPreviousData })

export const useSale = (id: string) =>
  useQuery({
    queryKey: [...salesKey, 'one', id],
    queryFn: ({ signal }) => call<SaleWithLife>('GET', `/api/sales/${encodeURIComponent(id)}`, { signal }),
  })

export type Refund = Static<typeof SaleRefundSchema>

export interface RefundAsk {
  amount: number
  reason?: string
}

export function useRefund(sale: string) {
  const path = `/api/sales/${encodeURIComponent(sale)}/refunds`
  return useMutation({
    mutationFn: useKeyed((body: RefundAsk, idempotencyKey) => call<Refund>('POST', path, { body, idempotencyKey })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: salesKey }),
  })
}
