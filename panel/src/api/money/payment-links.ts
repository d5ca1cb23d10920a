// Payment links and their actions.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { CheckoutStatus } from '#checkout/checkout.ts'
import type { checkoutForm, LinkBody, LinkChange } from '#checkout/wire.ts'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'
import { queryClient } from '../query-client.ts'
import { useSteadyRequest } from '../steady-request.ts'
import { linksKey } from './checkout-keys.ts'

type Form = ReturnType<typeof checkoutForm>
type OfLink = 'title' | 'opened' | 'sold' | 'reserved'
export type PaymentLink = Form & Required<Pick<Form, OfLink>> & { slug: string; url: string; maxSales: number | null }
export type { LinkBody, LinkChange }

export interface LinkQuestion extends Query {
  status?: CheckoutStatus
  cursor?: string
  limit?: number
}

const LINKS = '/api/account/payment-links'
const again = () => void queryClient.invalidateQueries({ queryKey: linksKey })

/** The page before stays until the next one is there. */
export const useLinks = (question: LinkQuestion) =>
  useQuery({
    queryKey: [...linksKey, 'list', question],
    queryFn: ({ signal }) => call<Page<PaymentLink>>('GET', LINKS, { query: question, signal }),
    placeholderData: keepPreviousData,
  })

export const useLink = (id: string) =>
  useQuery({
    queryKey: [...linksKey, 'one', id],
    queryFn: ({ signal }) =>
      call<PaymentLink>('GET', `/api/account/payment-links/${encodeURIComponent(id)}`, { signal }),
  })

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
