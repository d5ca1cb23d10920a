// The queries of sales.
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Static } from 'typebox'
import type { lifeOf } from '#sale/panel/timeline.ts'
import type { expandingForPeople } from '#sale/payment.ts'
import type { Refundable } from '#sale/refund/request.ts'
import type { SaleRefundSchema } from '#sale/refund/wire.ts'
import { call, type Query } from '../call.ts'
import { isCertain } from '../idempotency-key.ts'
import type { Page } from '../page.ts'
import { queryClient } from '../query-client.ts'
import { useSteadyRequest } from '../steady-request.ts'

type ExpandedForm = Awaited<ReturnType<typeof expandingForPeople>>
export type Sale = ReturnType<ExpandedForm>
export type SaleWithLife = Sale &
  Awaited<ReturnType<typeof lifeOf>> & { canSimulatePayment: boolean; refundable: Refundable; payUrl: string | null }

export interface SaleQuestion extends Query {
  q?: string
  method?: string
  status?: string
  /** Of those that ended unpaid: whether their time was over. */
  expired?: boolean
  from?: string
  to?: string
  cursor?: string
  limit?: number
}

export const salesKey = ['sales'] as const

export const salesQuery = (question: SaleQuestion) =>
  queryOptions({
    queryKey: [...salesKey, 'list', question],
    queryFn: ({ signal }) => readSales(question, signal),
  })

/** Where few sales match, the gateway searches a part at a time: an empty page is no answer while parts are left. */
async function readSales(question: SaleQuestion, signal: AbortSignal): Promise<Page<Sale>> {
  let page = await call<Page<Sale>>('GET', '/api/sales', { query: question, signal })
  while (page.data.length === 0 && page.nextCursor !== null)
    page = await call<Page<Sale>>('GET', '/api/sales', { query: { ...question, cursor: page.nextCursor }, signal })
  return page
}

/** The page before stays until the next one is there. */
export const useSales = (question: SaleQuestion) =>
  useQuery({ ...salesQuery(question), placeholderData: keepPreviousData })

/** By uuid or number. */
export const fetchSale = (id: string, signal?: AbortSignal) =>
  call<SaleWithLife>('GET', `/api/sales/${encodeURIComponent(id)}`, { ...(signal && { signal }) })

export const saleQuery = (id: string) =>
  queryOptions({ queryKey: [...salesKey, 'one', id], queryFn: ({ signal }) => fetchSale(id, signal) })

export const useSale = (id: string) => useQuery(saleQuery(id))

const OPEN_MS = 10_000
const isOpen = ({ status }: SaleWithLife) => status === 'PENDENTE' || status === 'EM_PROCESSAMENTO'

/** A sale at the counter: it is asked for from time to time until it ends, for where the stream of changes does not get through. */
export const useOpenSale = (id: string) =>
  useQuery({
    ...saleQuery(id),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOpen(data) ? OPEN_MS : false),
  })

export interface ChargeRequest {
  /** Cents. */
  amount: number
  /** By Pix, where it is not said. */
  paymentMethod?: 'TRANSFER'
  customerName?: string
  customerDocument?: string
  description?: string
}

export function useCharge() {
  const { mutationFn, isSlow, repeat } = useSteadyRequest((body: ChargeRequest, sending) =>
    call<Sale>('POST', '/api/sales', { body, ...sending }),
  )
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: salesKey })
  return { ...useMutation({ mutationFn, onSuccess }), isSlow, repeat }
}

/** At the sandbox bank, which reports it like any other payment. */
export const useSimulatePayment = (sale: string) =>
  useMutation({
    mutationFn: () => call<unknown>('POST', `/api/sales/${encodeURIComponent(sale)}/simulate-payment`),
    // A refusal may mean that it has just been paid.
    onSettled: () => queryClient.invalidateQueries({ queryKey: salesKey }),
  })

export type Refund = Static<typeof SaleRefundSchema>

export interface RefundRequest {
  amount: number
  reason?: string
  /** Of a boleto, which has no way back of its own. */
  refundTo?: { pixKey: string; pixKeyType: string }
}

/** Its charge is removed at the PSP first, so that it cannot be paid any more. */
export function useCancelSale(sale: string) {
  const [isSlow, onSlow] = useState(false)
  const cancelling = useMutation({
    mutationFn: () => call<unknown>('POST', `/api/sales/${encodeURIComponent(sale)}/cancel`, { onSlow }),
    // A refusal may mean that it has just been paid.
    onSettled: () => queryClient.invalidateQueries({ queryKey: salesKey }),
  })
  return { ...cancelling, isSlow }
}

export function useRefund(sale: string) {
  const path = `/api/sales/${encodeURIComponent(sale)}/refunds`
  const { mutationFn, isSlow, repeat } = useSteadyRequest((body: RefundRequest, sending) =>
    call<Refund>('POST', path, { body, ...sending }),
  )
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: salesKey })
  // A refusal may mean that less is left by now.
  const onError = (error: unknown) => void (isCertain(error) && onSuccess())
  return { ...useMutation({ mutationFn, onSuccess, onError }), isSlow, repeat }
}
