// The debits of a recurrence, one for each cycle, and what people do with them.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { DebitForm } from '#recurrence/debit/wire.ts'
import { call } from '../call.ts'
import type { Page } from '../page.ts'
import { useSteadyRequest } from '../steady-request.ts'
import { recurrencesKey } from './keys.ts'
import { readAgain } from './recurrences.ts'

export type Debit = DebitForm

const debitsOf = (recurrence: string) => `/api/recurrences/${encodeURIComponent(recurrence)}/debits`

export const useDebits = (recurrence: string, cursor: string | null, refresh: boolean) =>
  useQuery({
    queryKey: [...recurrencesKey, 'debits', recurrence, cursor],
    queryFn: ({ signal }) => call<Page<Debit>>('GET', debitsOf(recurrence), { query: { limit: PAGE, cursor }, signal }),
    refetchInterval: refresh ? OPEN_MS : false,
  })

/** A year of months and more. */
const PAGE = 20
const OPEN_MS = 15_000

export interface DebitChange {
  amount?: number
  dataDeVencimento?: string
  items?: { title: string; unitPrice: number; quantity: number }[]
}

export const useChangeDebit = (recurrence: string, txid: string) =>
  useMutation({
    mutationFn: (body: DebitChange) => call<Debit>('PATCH', `${debitsOf(recurrence)}/${txid}`, { body }),
    onSettled: readAgain,
  })

export const useCancelDebit = (recurrence: string, txid: string) =>
  useMutation({
    mutationFn: () => call<Debit>('POST', `${debitsOf(recurrence)}/${txid}/cancel`, { body: {} }),
    onSettled: readAgain,
  })

export function useRetryDebit(recurrence: string, txid: string) {
  const { mutationFn, isSlow, repeat } = useSteadyRequest((body: { data: string }, sending) =>
    call<Debit>('POST', `${debitsOf(recurrence)}/${txid}/retentativas`, { body, ...sending }),
  )
  return { ...useMutation({ mutationFn, onSettled: readAgain }), isSlow, repeat }
}

export interface Charge {
  dataDeVencimento: string
  amount?: number
}

export function useChargeCycle(recurrence: string) {
  const { mutationFn, isSlow, repeat } = useSteadyRequest((body: Charge, sending) =>
    call<Debit>('POST', debitsOf(recurrence), { body, ...sending }),
  )
  return { ...useMutation({ mutationFn, onSettled: readAgain }), isSlow, repeat }
}
