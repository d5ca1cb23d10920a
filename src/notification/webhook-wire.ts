// A webhook as its owner reads it. The secret is in one form only, that of creation.
import { type Static, Type } from 'typebox'
import { NOTIFICATION_TYPES, RETRY_POLICIES, type Webhook } from './webhook.ts'

const fields = {
  id: Type.Integer(),
  webhookUrl: Type.String(),
  events: Type.Array(Type.String()),
  notificationType: Type.Enum([...NOTIFICATION_TYPES]),
  retryPolicy: Type.Enum([...RETRY_POLICIES]),
  active: Type.Boolean(),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
}

export const WebhookSchema = Type.Object(fields)
export const NewWebhookSchema = Type.Object({
  ...fields,
  secret: Type.String({ description: 'Signs what is sent. Shown here and never again' }),
})

export const webhookForm = (webhook: Webhook): Static<typeof WebhookSchema> => ({
  id: Number(webhook.id),
  webhookUrl: webhook.url,
  events: webhook.events,
  notificationType: webhook.notificationType,
  retryPolicy: webhook.retryPolicy,
  active: webhook.active,
  createdAt: webhook.createdAt.toISOString(),
  updatedAt: webhook.updatedAt.toISOString(),
})

export const newWebhookForm = (webhook: Webhook, secret: string): Static<typeof NewWebhookSchema> => ({
  ...webhookForm(webhook),
  secret,
})
