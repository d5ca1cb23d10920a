// Recurrences and what people do with them; their debits are in debits.ts.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ChangeBody, PushBody } from '#recurrence/change/body.ts'
import type { RecurrenceBody } from '#recurrence/creation/body.ts'
import type { PreviewForm, PreviewQuery } from '#recurrence/panel/preview-wire.ts'
import type { RecurrenceForm } from '#recurrence/wire.ts'
import { call, type Query } from '../call.ts'
import type { Page } from '../page.ts'
import { queryClient } from '../query-client.ts'
import { useSteadyRequest } from '../steady-request.ts'
import { recurrencesKey } from './keys.ts'

export type Recurrence = Omit<RecurrenceForm, 'sale'> & { sale: { uuid: string; status: string } | null }
export type NewRecurrence = Static<typeof RecurrenceBody>
export type RecurrenceChange = Static<typeof ChangeBody>
export type Push = Static<typeof PushBody>
export type Preview = PreviewForm
export type PreviewQuestion = Static<typeof PreviewQuery>

export interface RecurrenceQuestion extends Query {
  status?: string
  contrato?: string
  jornada?: number
  from?: string
  to?: string
  cursor?: string
  limit?: number
}

const RECURRENCES = '/api/recurrences'
const pathOf = (id: string) => `/api/recurrences/${encodeURIComponent(id)}`
export const readAgain = () => void queryClient.invalidateQueries({ queryKey: recurrencesKey })

/** The page before stays until the next one is there. */
export const useRecurrences = (question: RecurrenceQuestion) =>
  useQuery({
    queryKey: [...recurrencesKey, 'list', question],
    queryFn: ({ signal }) => call<Page<Recurrence>>('GET', RECURRENCES, { query: question, signal }),
    placeholderData: keepPreviousData,
  })

const WAITING_MS = 5_000

/** While its payer is waited for it is asked for from time to time, for where the stream of changes does not get through. */
export const useRecurrence = (id: string) =>
  useQuery({
    queryKey: [...recurrencesKey, 'one', id],
    queryFn: ({ signal }) => call<Recurrence>('GET', pathOf(id), { signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'CRIADA' ? WAITING_MS : false),
  })

export const useAttention = () =>
  useQuery({
    queryKey: [...recurrencesKey, 'attention'],
    queryFn: ({ signal }) => call<{ data: Recurrence[] }>('GET', `${RECURRENCES}/attention`, { signal }),
  })

/** Where its payer is played, in a test gateway. */
export const useBankApp = (id: string, status: string) =>
  useQuery({
    queryKey: [...recurrencesKey, 'bank-app', id, status],
    queryFn: ({ signal }) => call<{ url: string | null }>('GET', `${pathOf(id)}/bank-app`, { signal }),
  })

/** null: not enough is filled in. The preview before stays until the next one is there. */
export const usePreview = (question: PreviewQuestion | null) =>
  useQuery({
    queryKey: ['recurrence-preview', question],
    queryFn: ({ signal }) => call<Preview>('GET', `${RECURRENCES}/preview`, { query: { ...question }, signal }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })

export function useCreateRecurrence() {
  const { mutationFn, isSlow, repeat } = useSteadyRequest((body: NewRecurrence, sending) =>
    call<Recurrence>('POST', RECURRENCES, { body, ...sending }),
  )
  return { ...useMutation({ mutationFn, onSuccess: readAgain }), isSlow, repeat }
}

export const useChangeRecurrence = (id: string) =>
  useMutation({
    mutationFn: (body: RecurrenceChange) => call<Recurrence>('PATCH', pathOf(id), { body }),
    onSettled: readAgain,
  })

export const useCancelRecurrence = (id: string) =>
  useMutation({
    mutationFn: (motivo: string) =>
      call<Recurrence>('POST', `${pathOf(id)}/cancel`, { body: motivo === '' ? {} : { motivo } }),
    onSettled: readAgain,
  })

/** A code without a payment. */
export const useOfferCode = (id: string) =>
  useMutation({
    mutationFn: () => call<Recurrence>('POST', `${pathOf(id)}/ofertas`, { body: { jornada: 2 } }),
    onSettled: readAgain,
  })

/** A request in the app of the payer's bank. */
export const usePush = (id: string) =>
  useMutation({
    mutationFn: (body: Push) => call<Recurrence>('POST', `${pathOf(id)}/solicitacoes`, { body }),
    onSettled: readAgain,
  })
