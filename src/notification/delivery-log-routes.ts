// What was sent to a webhook and what came back, and the sending of one delivery again.
import { Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { LimitQuery } from '#http/paging.ts'
import { numberIn } from '#http/path-id.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { notFound } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import { insertRedelivery, listDeliveries } from './delivery-log-store.ts'
import { LogEntrySchema, logEntryForm, RedeliverySchema, redeliveryForm } from './delivery-log-wire.ts'
import { IdParams, managing, reading } from './webhook-door.ts'
import { webhookExists } from './webhook-store.ts'

export interface DeliveryLogNeeds {
  db: Database
  clock: Clock
  /** A delivery has become due: the dispatcher should look at once. */
  wake: () => void
}

const tags = ['Webhooks']

export function deliveryLogRoutes(server: Server, { db, clock, wake }: DeliveryLogNeeds): void {
  server.get(
    '/api/webhook/:id/deliveries',
    {
      config: reading('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'What was sent to a webhook, the newest first',
        tags,
        params: IdParams,
        querystring: Type.Object({ limit: Type.Optional(LimitQuery) }),
        response: { 200: Type.Array(LogEntrySchema) },
      },
    },
    async request => {
      const accountId = accountOf(request)
      const id = numberIn(request.params.id, 'webhook')
      if (!(await webhookExists(db, accountId, id))) throw notFound('webhook')
      return (await listDeliveries(db, accountId, id, request.query.limit ?? 20)).map(logEntryForm)
    },
  )
  server.post(
    '/api/webhook/deliveries/:id/resend',
    {
      config: managing('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Send a delivery again: the same payload and event id, signed anew',
        tags,
        params: IdParams,
        response: { 202: RedeliverySchema },
      },
    },
    async (request, reply) => {
      const id = numberIn(request.params.id, 'delivery')
      const redelivery = await insertRedelivery(db, accountOf(request), id, clock())
      if (redelivery === null) throw notFound('delivery')
      wake()
      reply.code(202)
      return redeliveryForm(redelivery)
    },
  )
}
