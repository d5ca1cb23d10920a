// The carts of the account, and their figures.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { CartState } from '#cart/cart.ts'
import type { CartFiguresSchema } from '#cart/figures/wire.ts'
import type { cartForm } from '#cart/wire.ts'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'
import { queryClient } from '../query-client.ts'
import { cartsKey } from './checkout-keys.ts'

export type Cart = ReturnType<typeof cartForm>
export type CartFigures = Static<typeof CartFiguresSchema>

export interface CartQuestion extends Query {
  state?: CartState
  /** The uuid of a payment link or a session. */
  checkout?: string
  from?: string
  to?: string
  cursor?: string
  limit?: number
}

const CARTS = '/api/account/carts'

/** The page before stays until the next one is there. */
export const useCarts = (question: CartQuestion) =>
  useQuery({
    queryKey: [...cartsKey, 'list', question],
    queryFn: ({ signal }) => call<Page<Cart>>('GET', CARTS, { query: question, signal }),
    placeholderData: keepPreviousData,
  })

export const useCart = (id: string) =>
  useQuery({
    queryKey: [...cartsKey, 'one', id],
    queryFn: ({ signal }) => call<Cart>('GET', `/api/account/carts/${encodeURIComponent(id)}`, { signal }),
  })

export const useCartFigures = () =>
  useQuery({
    queryKey: [...cartsKey, 'figures'],
    queryFn: ({ signal }) => call<CartFigures>('GET', '/api/account/carts/figures', { signal }),
  })

/** Forgets who the buyer was. */
export const useEraseCart = (id: string) =>
  useMutation({
    mutationFn: () => call<Cart>('POST', `/api/account/carts/${id}/erase`),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: cartsKey }),
  })
