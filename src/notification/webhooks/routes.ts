// The management of permanent webhooks, for people in the panel and for servers with a key: create, list, change, remove.
// Their secrets, their tests and their delivery log are beside.
import { type Static, Type } from 'typebox'
import type { RecorderOf } from '#http/audited-action.ts'
import { numberIn } from '#http/request/path-id.ts'
import { accountOf } from '#http/route.ts'
import { NO_CONTENT } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { notFound, orThrow } from '#kernel/failure.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import { deliveryLogRoutes, type PublishedOfSale } from '../delivery-log/routes.ts'
import type { NotificationsDeps } from '../feature.ts'
import { IdParams, KEY_ACCESS, SESSION_ACCESS, type WebhookAccess } from './access.ts'
import type { AddressRules } from './address.ts'
import { addWebhook, changeWebhook, removeWebhook, type WebhookChange } from './manage.ts'
import { webhookSecretRoutes } from './secret-routes.ts'
import { listWebhooks } from './store.ts'
import { webhookTestRoutes } from './test-event-routes.ts'
import { NOTIFICATION_TYPES, RETRY_POLICIES } from './webhook.ts'
import { CatalogueSchema, catalogueForm, NewWebhookSchema, newWebhookForm, WebhookSchema, webhookForm } from './wire.ts'

const tags = ['Webhooks']

/** For people with a session, and for servers with a key pair. */
export function webhookRoutes(
  server: Server,
  deps: Pick<NotificationsDeps, 'db' | 'secretBox' | 'clock' | 'random' | 'brand'> &
    Pick<Dispatcher, 'prioritise' | 'renew'> & {
      address: AddressRules
      recorderOf: RecorderOf
      publishedOfSale: PublishedOfSale
    },
): void {
  for (const access of [SESSION_ACCESS, KEY_ACCESS]) {
    settingRoutes(server, deps, access)
    webhookSecretRoutes(server, deps, access)
    webhookTestRoutes(server, deps, access)
    deliveryLogRoutes(server, deps, access)
  }
}

function settingRoutes(
  server: Server,
  deps: Pick<NotificationsDeps, 'db' | 'secretBox' | 'clock' | 'random' | 'brand'> &
    Pick<Dispatcher, 'renew'> & { address: AddressRules; recorderOf: RecorderOf },
  { path, reading, deciding }: WebhookAccess,
): void {
  server.post(
    path,
    {
      config: deciding('INVALID_DATA', 'CONFLICT'),
      schema: {
        summary: 'Add a webhook; its secret is shown this once',
        tags,
        body: NewWebhook,
        response: { 201: NewWebhookSchema },
      },
    },
    async (request, reply) => {
      const { webhookUrl: url, events = [], notificationType = 'TRANSACTION', ...rest } = request.body
      const input = {
        url,
        events,
        notificationType,
        retryPolicy: rest.retryPolicy ?? 'default',
        standardHeaders: rest.standardHeaders ?? false,
        active: rest.active ?? true,
      }
      const { webhook, secret } = orThrow(await addWebhook(deps, accountOf(request), input, deps.recorderOf(request)))
      reply.code(201).header('cache-control', 'no-store')
      return newWebhookForm(webhook, secret, deps.clock())
    },
  )
  server.get(
    path,
    {
      config: reading(),
      schema: { summary: 'The webhooks, without their secrets', tags, response: { 200: Type.Array(WebhookSchema) } },
    },
    async request => {
      const now = deps.clock()
      return (await listWebhooks(deps.db, accountOf(request))).map(webhook => webhookForm(webhook, now))
    },
  )
  server.get(
    `${path}/events`,
    {
      config: reading(),
      schema: { summary: 'The events that a webhook may choose', tags, response: { 200: CatalogueSchema } },
    },
    () => catalogueForm(deps.brand),
  )
  server.put(
    `${path}/:id`,
    {
      config: deciding('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Change a webhook; what is absent stays',
        tags,
        params: IdParams,
        body: Change,
        response: { 200: WebhookSchema },
      },
    },
    async request => {
      const id = numberIn(request.params.id, 'webhook')
      const [accountId, change, recordAction] = [accountOf(request), changeOf(request.body), deps.recorderOf(request)]
      const webhook = orThrow(await changeWebhook(deps, accountId, id, change, recordAction))
      return webhookForm(webhook, deps.clock())
    },
  )
  server.delete(
    `${path}/:id`,
    {
      config: deciding('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Remove a webhook, and what was still to be sent to it',
        tags,
        params: IdParams,
        response: NO_CONTENT,
      },
    },
    async (request, reply) => {
      const id = numberIn(request.params.id, 'webhook')
      if (!(await removeWebhook(deps, accountOf(request), id, deps.recorderOf(request)))) throw notFound('webhook')
      return reply.code(204).send()
    },
  )
}

const Events = Type.Array(Type.String(), {
  maxItems: 100,
  description: 'Names of the catalogue; cart events only by choice',
})
const RetryPolicy = Type.Enum([...RETRY_POLICIES], { description: 'extended: up to 24 attempts over three days' })

const StandardHeaders = Type.Boolean({ description: 'Sends the headers of Standard Webhooks beside ours' })

const NewWebhook = Type.Object(
  {
    webhookUrl: Type.String(),
    events: Type.Optional(Events),
    notificationType: Type.Optional(
      Type.Enum([...NOTIFICATION_TYPES], { description: 'WITHDRAWAL: unsigned, and without events' }),
    ),
    retryPolicy: Type.Optional(RetryPolicy),
    standardHeaders: Type.Optional(StandardHeaders),
    active: Type.Optional(Type.Boolean()),
  },
  { title: 'NewWebhook', additionalProperties: false },
)

const Change = Type.Object(
  {
    webhookUrl: Type.Optional(Type.String()),
    events: Type.Optional(Events),
    retryPolicy: Type.Optional(RetryPolicy),
    standardHeaders: Type.Optional(StandardHeaders),
    active: Type.Optional(Type.Boolean()),
  },
  { title: 'WebhookChange', additionalProperties: false, minProperties: 1 },
)

function changeOf({ webhookUrl, ...rest }: Static<typeof Change>): WebhookChange {
  return webhookUrl === undefined ? rest : { ...rest, url: webhookUrl }
}
