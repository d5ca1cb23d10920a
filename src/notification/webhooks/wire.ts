// A webhook as its owner reads it. A secret is in one form only, that of what has just got it.
import { type Static, Type } from 'typebox'
import { EVENTS } from '../events/catalogue.ts'
import { NOTIFICATION_TYPES, RETRY_POLICIES, type Webhook } from './webhook.ts'

const Time = Type.String({ format: 'date-time' })
const Null = Type.Null()

const fields = {
  id: Type.Integer(),
  webhookUrl: Type.String(),
  events: Type.Array(Type.String()),
  notificationType: Type.Enum([...NOTIFICATION_TYPES]),
  retryPolicy: Type.Enum([...RETRY_POLICIES]),
  standardHeaders: Type.Boolean(),
  active: Type.Boolean(),
  disabledAt: Type.Union([Time, Null], { description: 'When it was switched off because it took nothing for days' }),
  disabledReason: Type.Union([Type.String(), Null]),
  nextSecretFrom: Type.Union([Time, Null], { description: 'When a new secret takes the place of the old one' }),
  createdAt: Time,
  updatedAt: Time,
}

export const WebhookSchema = Type.Object(fields, { title: 'Webhook' })
export const NewWebhookSchema = Type.Object(
  {
    ...fields,
    secret: Type.String({ description: 'Signs what is sent. Shown here and never again' }),
  },
  { title: 'WebhookWithSecret' },
)

export const webhookForm = (webhook: Webhook, now: Date): Static<typeof WebhookSchema> => ({
  id: Number(webhook.id),
  webhookUrl: webhook.url,
  events: webhook.events,
  notificationType: webhook.notificationType,
  retryPolicy: webhook.retryPolicy,
  standardHeaders: webhook.standardHeaders,
  active: webhook.active,
  disabledAt: webhook.disabledAt?.toISOString() ?? null,
  disabledReason: webhook.disabledReason,
  nextSecretFrom: nextSecretFrom(webhook, now)?.toISOString() ?? null,
  createdAt: webhook.createdAt.toISOString(),
  updatedAt: webhook.updatedAt.toISOString(),
})

export const newWebhookForm = (webhook: Webhook, secret: string, now: Date): Static<typeof NewWebhookSchema> => ({
  ...webhookForm(webhook, now),
  secret,
})

/** Once its time has come, the new secret is the secret. */
const nextSecretFrom = ({ nextSecretFrom: from }: Webhook, now: Date) => (from !== null && from > now ? from : null)

export const CatalogueSchema = Type.Object(
  {
    data: Type.Array(Type.Object({ event: Type.String(), description: Type.String() })),
    nextCursor: Type.Null(),
    brand: Type.String({ description: 'The word in the names of the headers: X-{brand}-Signature' }),
  },
  { title: 'EventCatalogue' },
)

export const catalogueForm = (brand: string): Static<typeof CatalogueSchema> => ({
  data: Object.entries(EVENTS).map(([event, description]) => ({ event, description })),
  nextCursor: null,
  brand,
})
