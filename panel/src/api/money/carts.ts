// The carts of the account, and their figures.
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { CartState } from '#cart/cart.ts'
import type { CartFiguresSchema } from '#cart/figures/wire.ts'
import type { cartForm } from '#cart/wire.ts'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'
import { queryClient } from '../query-client.ts'

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
export const cartsKey = ['carts'] as const

export const cartsQuery = (question: CartQuestion) =>
  queryOptions({
    queryKey: [...cartsKey, 'list', question],
    queryFn: ({ signal }) => call<Page<Cart>>('GET', CARTS, { query: question, signal }),
  })

/** The page before stays until the next one is there. */
export const useCarts = (question: CartQuestion) =>
  useQuery({ ...cartsQuery(question), placeholderData: keepPreviousData })

export const cartQuery = (id: string) =>
  queryOptions({
    queryKey: [...cartsKey, 'one', id],
    queryFn: ({ signal }) => call<Cart>('GET', `/api/account/carts/${encodeURIComponent(id)}`, { signal }),
  })

export const useCart = (id: string) => useQuery(cartQuery(id))

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
