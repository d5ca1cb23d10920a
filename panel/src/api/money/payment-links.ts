// Payment links and their actions.
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { CheckoutStatus } from '#checkout/checkout.ts'
import type { checkoutForm, LinkBody, LinkChange } from '#checkout/wire.ts'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'
import { queryClient } from '../query-client.ts'
import { useSteadyRequest } from '../steady-request.ts'

type Form = ReturnType<typeof checkoutForm>
type OfLink = 'title' | 'opened' | 'sold' | 'reserved'
export type PaymentLink = Form & Required<Pick<Form, OfLink>> & { slug: string; maxSales: number | null }
export type { LinkBody, LinkChange }

export interface LinkQuestion extends Query {
  status?: CheckoutStatus
  cursor?: string
  limit?: number
}

const LINKS = '/api/account/payment-links'
export const linksKey = ['payment-links'] as const
const again = () => void queryClient.invalidateQueries({ queryKey: linksKey })

export const linksQuery = (question: LinkQuestion) =>
  queryOptions({
    queryKey: [...linksKey, 'list', question],
    queryFn: ({ signal }) => call<Page<PaymentLink>>('GET', LINKS, { query: question, signal }),
  })

/** The page before stays until the next one is there. */
export const useLinks = (question: LinkQuestion) =>
  useQuery({ ...linksQuery(question), placeholderData: keepPreviousData })

export const linkQuery = (id: string) =>
  queryOptions({
    queryKey: [...linksKey, 'one', id],
    queryFn: ({ signal }) =>
      call<PaymentLink>('GET', `/api/account/payment-links/${encodeURIComponent(id)}`, { signal }),
  })

export const useLink = (id: string) => useQuery(linkQuery(id))

export function useCreateLink() {
  const { mutationFn, isSlow, repeat } = useSteadyRequest((body: LinkBody, sending) =>
    call<PaymentLink>('POST', LINKS, { body, ...sending }),
  )
  return { ...useMutation({ mutationFn, onSuccess: again }), isSlow, repeat }
}

export const useChangeLink = (id: string) =>
  useMutation({
    mutationFn: (body: LinkChange) => call<PaymentLink>('PATCH', `/api/account/payment-links/${id}`, { body }),
    onSuccess: again,
  })

export const useArchiveLink = (id: string) =>
  useMutation({
    mutationFn: () => call<PaymentLink>('POST', `/api/account/payment-links/${id}/archive`),
    onSettled: again,
  })
