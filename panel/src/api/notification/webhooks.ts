// Webhooks and their actions. Only the answer that creates a secret holds it; it is cached nowhere.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { RedeliverySchema } from '#notification/delivery-log/wire.ts'
import type { NotificationType, WebhookChoice } from '#notification/webhooks/webhook.ts'
import type { CatalogueSchema, NewWebhookSchema, WebhookSchema } from '#notification/webhooks/wire.ts'
import { call } from '../call.ts'
import { deliveriesKey } from './deliveries.ts'

export type Webhook = Static<typeof WebhookSchema>
export type NewWebhook = Static<typeof NewWebhookSchema>
export type Catalogue = Static<typeof CatalogueSchema>
export type { NotificationType }

export interface WebhookRequest
  extends Pick<WebhookChoice, 'notificationType' | 'retryPolicy' | 'standardHeaders' | 'active'> {
  webhookUrl: string
  events: string[]
}

export const webhooksKey = ['webhooks'] as const

export const useWebhooks = () =>
  useQuery({ queryKey: webhooksKey, queryFn: ({ signal }) => call<Webhook[]>('GET', '/api/webhook', { signal }) })

/** null: there is none of this number. They are few, and come together. */
export const useWebhook = (id: string) =>
  useQuery({
    queryKey: webhooksKey,
    queryFn: ({ signal }) => call<Webhook[]>('GET', '/api/webhook', { signal }),
    select: webhooks => webhooks.find(webhook => String(webhook.id) === id) ?? null,
  })

export const useCatalogue = () =>
  useQuery({
    queryKey: ['webhook-events'],
    queryFn: ({ signal }) => call<Catalogue>('GET', '/api/webhook/events', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export function useCreateWebhook() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: WebhookRequest) => call<NewWebhook>('POST', '/api/webhook', { body: withoutNone(request) }),
    onSuccess: () => void client.invalidateQueries({ queryKey: webhooksKey }),
    gcTime: 0,
  })
}

/** A webhook whose type has no selectable events names none. */
const withoutNone = ({ events, ...rest }: WebhookRequest) => (events.length === 0 ? rest : { ...rest, events })

export const useChangeWebhook = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Partial<Omit<WebhookRequest, 'notificationType'>>) =>
      call<Webhook>('PUT', `/api/webhook/${id}`, { body: change }),
    onSuccess: () => void client.invalidateQueries({ queryKey: webhooksKey }),
  })
}

export const useRemoveWebhook = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call<void>('DELETE', `/api/webhook/${id}`),
    onSuccess: () => client.setQueryData<Webhook[]>(webhooksKey, kept => kept?.filter(one => one.id !== id)),
  })
}

export const useTestWebhook = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call<Static<typeof RedeliverySchema>>('POST', `/api/webhook/${id}/test`),
    onSuccess: () => void client.invalidateQueries({ queryKey: deliveriesKey }),
  })
}

export const useRotateSecret = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call<NewWebhook>('POST', `/api/webhook/${id}/rotate-secret`),
    onSuccess: () => void client.invalidateQueries({ queryKey: webhooksKey }),
    gcTime: 0,
  })
}

export const useActivateSecret = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call<Webhook>('POST', `/api/webhook/${id}/activate-secret`),
    onSuccess: () => void client.invalidateQueries({ queryKey: webhooksKey }),
  })
}
