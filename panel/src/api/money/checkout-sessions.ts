// Checkout sessions, which servers make: the list, and their end.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { CheckoutStatus } from '#checkout/checkout.ts'
import type { checkoutForm } from '#checkout/wire.ts'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'
import { queryClient } from '../query-client.ts'
import { sessionsKey } from './checkout-keys.ts'

type Form = ReturnType<typeof checkoutForm>
export type CheckoutSession = Form & Required<Pick<Form, 'cart' | 'sale'>>

export interface SessionQuestion extends Query {
  status?: CheckoutStatus
  externalReference?: string
  cursor?: string
  limit?: number
}

/** The page before stays until the next one is there. */
export const useCheckoutSessions = (question: SessionQuestion) =>
  useQuery({
    queryKey: [...sessionsKey, question],
    queryFn: ({ signal }) => call<Page<CheckoutSession>>('GET', '/api/account/checkouts', { query: question, signal }),
    placeholderData: keepPreviousData,
  })

export const useExpireSession = (id: string) =>
  useMutation({
    mutationFn: () => call<CheckoutSession>('POST', `/api/account/checkouts/${id}/expire`),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: sessionsKey }),
  })
