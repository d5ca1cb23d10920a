// The deliveries of a webhook, and their repetition. The answer is a bare list: the link to its next page is in a header, from
// which this file makes a page like those of other lists.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  LogEntrySchema,
  LoggedDeliverySchema,
  MissedSchema,
  RedeliverySchema,
} from '#notification/delivery-log/wire.ts'
import { call, fetchFile } from '../call.ts'
import type { Page } from '../page.ts'

export type DeliveryEntry = Static<typeof LogEntrySchema>
export type Delivery = Static<typeof LoggedDeliverySchema>
export type DeliveryStatus = DeliveryEntry['status']
type Missed = Static<typeof MissedSchema>

export interface DeliveryQuestion {
  status?: string
  event?: string
  /** Its number or uuid. */
  sale?: string
  q?: string
  from?: string
  to?: string
  cursor?: string
  limit?: number
}

export const deliveriesKey = ['deliveries'] as const

/** As long as an attempt is to come, its answer is looked for. */
const LOOK_AGAIN_MS = 2_000

export const useDeliveries = (webhook: number, question: DeliveryQuestion) =>
  useQuery({
    queryKey: [...deliveriesKey, 'list', webhook, question],
    queryFn: ({ signal }) => pageOf(webhook, question, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isAboutToGo) ? LOOK_AGAIN_MS : false),
  })

export const useDelivery = (id: string) =>
  useQuery({
    queryKey: [...deliveriesKey, 'one', id],
    queryFn: ({ signal }) => call<Delivery>('GET', `/api/webhook/deliveries/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? LOOK_AGAIN_MS : false),
  })

const SOON_MS = 60_000
const isAboutToGo = ({ nextAttemptAt }: DeliveryEntry) =>
  nextAttemptAt !== null && new Date(nextAttemptAt).getTime() - Date.now() < SOON_MS

async function pageOf(webhook: number, question: DeliveryQuestion, signal: AbortSignal): Promise<Page<DeliveryEntry>> {
  const { cursor: before, ...query } = question
  const answer = await fetchFile(`/api/webhook/${webhook}/deliveries`, {
    query: { ...query, before },
    signal,
  })
  return { data: (await answer.json()) as DeliveryEntry[], nextCursor: nextIn(answer.headers.get('link')) }
}

const nextIn = (link: string | null): string | null => /[?&]before=(\d+)/.exec(link ?? '')?.[1] ?? null

export function useResend() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call<Static<typeof RedeliverySchema>>('POST', `/api/webhook/deliveries/${id}/resend`),
    onSuccess: () => void client.invalidateQueries({ queryKey: deliveriesKey }),
  })
}

export function useResendFailed(webhook: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (since: string) => resendAll(webhook, { since }),
    onSuccess: () => void client.invalidateQueries({ queryKey: deliveriesKey }),
  })
}

/** Until nothing is left. A refusal in between is shown, and the deliveries before it stay sent. */
async function resendAll(webhook: number, first: object): Promise<number> {
  let resent = 0
  let body: object | null = first
  while (body !== null) {
    const missed: Missed = await call<Missed>('POST', `/api/webhook/${webhook}/resend-failed`, { body })
    resent += missed.resent
    body = missed.next
  }
  return resent
}
