// What was sent to a webhook and what came back, and the sending again: of one delivery, or of all that was missed.
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { RecorderOf } from '#http/audited-action.ts'
import { momentOf } from '#http/request/moment.ts'
import { LimitQuery } from '#http/request/paging.ts'
import { numberIn, type PathId, pathId } from '#http/request/path-id.ts'
import { FromQuery, periodIn, ToQuery } from '#http/request/period.ts'
import { CountSchema, countForm } from '#http/response/totals.ts'
import { accountOf, isSupport } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { notFound, orThrow } from '#kernel/failure.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import type { NotificationsDeps } from '../feature.ts'
import { IdParams, type WebhookAccess } from '../webhooks/access.ts'
import { webhookAction } from '../webhooks/audit.ts'
import { webhookExists } from '../webhooks/store.ts'
import { countDeliveries } from './count-store.ts'
import { findLogged } from './delivery-store.ts'
import type { LogFilter } from './half-store.ts'
import { resendMissed } from './resend.ts'
import { insertRedelivery } from './resend-store.ts'
import { deliverySearch } from './search-store.ts'
import { listDeliveries } from './store.ts'
import {
  LogEntrySchema,
  LoggedDeliverySchema,
  logEntryForm,
  loggedDeliveryForm,
  MissedSchema,
  missedForm,
  RedeliverySchema,
  redeliveryForm,
  Status,
} from './wire.ts'

const tags = ['Webhooks']

/** The deliveries about a sale, by their ids; null: the account has no such sale. */
export type PublishedOfSale = (accountId: number, id: PathId) => Promise<bigint[] | null>

export function deliveryLogRoutes(
  server: Server,
  deps: Pick<NotificationsDeps, 'db' | 'clock' | 'brand'> &
    Pick<Dispatcher, 'prioritise'> & {
      recorderOf: RecorderOf
      publishedOfSale: PublishedOfSale
    },
  access: WebhookAccess,
): void {
  listRoutes(server, deps, access)
  oneRoute(server, deps, access)
  resendRoutes(server, deps, access)
}

function listRoutes(
  server: Server,
  deps: Pick<NotificationsDeps, 'db'> & {
    publishedOfSale: PublishedOfSale
  },
  { path, reading }: WebhookAccess,
): void {
  const { db } = deps
  server.get(
    `${path}/:id/deliveries`,
    {
      config: reading('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'What was sent to a webhook, the newest first; a header Link names the next page while there is one',
        tags,
        params: IdParams,
        querystring: LogQuery,
        response: { 200: Type.Array(LogEntrySchema) },
      },
    },
    async (request, reply) => {
      const { limit = 20, before: last, ...query } = request.query
      const filter = await filterIn(deps, request, query)
      const before = last === undefined ? undefined : BigInt(last)
      const { entries, next } = await listDeliveries(db, { ...filter, before, limit })
      if (next !== null)
        reply.header(
          'link',
          linkTo(`${path}/${filter.webhookId}/deliveries`, { ...request.query, before: Number(next) }),
        )
      return entries.map(entry => logEntryForm(entry, isSupport(request)))
    },
  )
  server.get(
    `${path}/:id/deliveries/totals`,
    {
      config: reading('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'How many deliveries the log of a webhook has with these filters',
        tags,
        params: IdParams,
        querystring: FilterQuery,
        response: { 200: CountSchema },
      },
    },
    async request => countForm(await countDeliveries(db, await filterIn(deps, request, request.query))),
  )
}

/** Refuses a webhook or a sale that the account does not have. */
async function filterIn(
  deps: Pick<NotificationsDeps, 'db'> & {
    publishedOfSale: PublishedOfSale
  },
  request: Pick<FastifyRequest, 'caller'> & { params: { id: string } },
  query: Static<typeof FilterQuery>,
): Promise<LogFilter> {
  const { db, publishedOfSale } = deps
  const accountId = accountOf(request)
  const webhookId = numberIn(request.params.id, 'webhook')
  if (!(await webhookExists(db, accountId, webhookId))) throw notFound('webhook')
  const { status, event, sale, q = '', from, to } = query
  const period = from === undefined && to === undefined ? undefined : periodIn(query)
  const among = sale === undefined ? undefined : await publishedOfSale(accountId, pathId(sale, 'sale'))
  if (among === null) throw notFound('sale')
  return { accountId, webhookId, status, event, search: deliverySearch(q, isSupport(request)), among, period }
}

function oneRoute(
  server: Server,
  { db, brand }: Pick<NotificationsDeps, 'db' | 'brand'>,
  { path, reading }: WebhookAccess,
): void {
  server.get(
    `${path}/deliveries/:id`,
    {
      config: reading('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'One delivery with every attempt',
        tags,
        params: IdParams,
        response: { 200: LoggedDeliverySchema },
      },
    },
    async request => {
      const accountId = accountOf(request)
      const logged = await findLogged(db, accountId, numberIn(request.params.id, 'delivery'))
      if (logged === null) throw notFound('delivery')
      return loggedDeliveryForm(logged, { accountId, brand }, isSupport(request))
    },
  )
}

function resendRoutes(
  server: Server,
  deps: Pick<NotificationsDeps, 'db' | 'clock'> & Pick<Dispatcher, 'prioritise'> & { recorderOf: RecorderOf },
  { path, resending }: WebhookAccess,
): void {
  const { db, clock, prioritise, recorderOf } = deps
  server.post(
    `${path}/deliveries/:id/resend`,
    {
      config: resending('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Send a delivery again: the same payload and event id, signed anew',
        tags,
        params: IdParams,
        response: { 202: RedeliverySchema },
      },
    },
    async (request, reply) => {
      const id = numberIn(request.params.id, 'delivery')
      const [accountId, recordAction] = [accountOf(request), recorderOf(request)]
      const redelivery = await db.transaction(async tx => {
        const now = clock()
        const again = await insertRedelivery(tx, accountId, id, now)
        if (again === null) throw notFound('delivery')
        const { id: as, webhookId, eventUid: eventId } = again
        const detail = { delivery: Number(id), as: Number(as), eventId }
        await recordAction(tx, webhookAction('webhook.resent', { accountId, id: webhookId }, detail), now)
        return again
      })
      prioritise(redelivery.webhookId)
      reply.code(202)
      return redeliveryForm(redelivery)
    },
  )
  server.post(
    `${path}/:id/resend-failed`,
    {
      config: resending('INVALID_DATA', 'NOT_FOUND', 'CONFLICT'),
      schema: {
        summary: 'Send again every fact that the webhook has missed, each once; up to 1000 in one call',
        tags,
        params: IdParams,
        body: MissedBody,
        response: { 202: MissedSchema },
      },
    },
    async (request, reply) => {
      const id = numberIn(request.params.id, 'webhook')
      const input = requestOf(request.body)
      const missed = orThrow(await resendMissed(deps, accountOf(request), id, input, recorderOf(request)))
      if (missed.resent > 0) prioritise(id)
      reply.code(202)
      return missedForm(missed)
    },
  )
}

const DeliveryId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Time = Type.String({ format: 'date-time' })

const FilterQuery = Type.Object({
  status: Type.Optional(Status),
  event: Type.Optional(
    Type.String({ maxLength: 60, pattern: '^[a-z]+\\.[a-z_]+$', description: 'The name of an event' }),
  ),
  sale: Type.Optional(Type.String({ description: 'Only what was told about the sale of this number or uuid' })),
  q: Type.Optional(
    PrintableText({
      minLength: 1,
      maxLength: 100,
      description:
        'What it tells of: a number, uuid, reference, txid, end-to-end id, PIX key, document or amount (150.00), or a part of a customer’s name or e-mail',
    }),
  ),
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
})

const LogQuery = Type.Object({
  ...FilterQuery.properties,
  limit: Type.Optional(LimitQuery),
  before: Type.Optional(DeliveryId),
})

const MissedBody = Type.Object(
  {
    since: Time,
    until: Type.Optional(Time),
    after: Type.Optional(DeliveryId),
  },
  { additionalProperties: false },
)

const requestOf = ({ since, until, after }: Static<typeof MissedBody>) => ({
  since: momentOf('since', since),
  until: until === undefined ? undefined : momentOf('until', until),
  after: after === undefined ? undefined : BigInt(after),
})

/** The body is a bare list, so the way to the next page stands in a header. It may lead to a page without entries. */
function linkTo(path: string, query: Static<typeof LogQuery>): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return `<${path}?${text}>; rel="next"`
}
