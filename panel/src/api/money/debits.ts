// The debits of a recurrence, one for each cycle, and what people do with them.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { DebitForm } from '#recurrence/debit/wire.ts'
import { call } from '../call.ts'
import type { Page } from '../page.ts'
import { useSteadyRequest } from '../steady-request.ts'
import { recurrencesKey } from './recurrence-keys.ts'
import { readAgain } from './recurrences.ts'

export type Debit = DebitForm

const pathOf = (recurrence: string, rest = '') => `/api/recurrences/${encodeURIComponent(recurrence)}/debits${rest}`

export const useDebits = (recurrence: string, cursor: string | null, refresh: boolean) =>
  useQuery({
    queryKey: [...recurrencesKey, 'debits', recurrence, cursor],
    queryFn: ({ signal }) => call<Page<Debit>>('GET', pathOf(recurrence), { query: { limit: PAGE, cursor }, signal }),
    refetchInterval: refresh ? OPEN_MS : false,
  })

/** A year of months and more. */
const PAGE = 20
const OPEN_MS = 15_000

export interface DebitChange {
  amount?: number
  dataDeVencimento?: string
}

export const useChangeDebit = (recurrence: string, txid: string) =>
  useMutation({
    mutationFn: (body: DebitChange) => call<Debit>('PATCH', pathOf(recurrence, `/${txid}`), { body }),
    onSettled: readAgain,
  })

export const useCancelDebit = (recurrence: string, txid: string) =>
  useMutation({
    mutationFn: () => call<Debit>('POST', pathOf(recurrence, `/${txid}/cancel`), { body: {} }),
    onSettled: readAgain,
  })

export function useRetryDebit(recurrence: string, txid: string) {
  const { mutationFn, isSlow, repeat } = useSteadyRequest((body: { data: string }, sending) =>
    call<Debit>('POST', pathOf(recurrence, `/${txid}/retentativas`), { body, ...sending }),
  )
  return { ...useMutation({ mutationFn, onSettled: readAgain }), isSlow, repeat }
}

export interface Charge {
  dataDeVencimento: string
  amount?: number
}

export function useChargeCycle(recurrence: string) {
  const { mutationFn, isSlow, repeat } = useSteadyRequest((body: Charge, sending) =>
    call<Debit>('POST', pathOf(recurrence), { body, ...sending }),
  )
  return { ...useMutation({ mutationFn, onSettled: readAgain }), isSlow, repeat }
}
