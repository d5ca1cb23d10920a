// GET /api/events: the events of an account for its own server to pull, so that it can catch up with what it missed or check that
// it missed nothing.
import { Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { LimitQuery } from '#http/request/paging.ts'
import { FromQuery, periodIn, ToQuery } from '#http/request/period.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { EVENT_TYPES } from './catalogue.ts'
import { positionIn } from './pull-position.ts'
import { listEvents } from './pull-store.ts'
import type { Settled } from './settled.ts'
import { TypesText, typesIn } from './types-query.ts'
import { EventPageSchema, eventPageForm } from './wire.ts'

export function eventRoutes(server: Server, { db, settled }: { db: Database; settled: Settled }): void {
  server.get(
    '/api/events',
    {
      config: { guard: 'api-key', dialect: 'sale', scope: 'event:read', fails: ['INVALID_DATA'] },
      schema: {
        summary:
          'What has happened, the oldest first; the cursor never skips an event. A page of few matches may be empty while there is more',
        tags: ['Events'],
        querystring: Query,
        response: { 200: EventPageSchema },
      },
    },
    async request => {
      const { limit = 20, undelivered = false, carts = false, recurrences = false } = request.query
      const only = {
        types: typesIn(request.query.type, EVENT_TYPES),
        period: periodIn(request.query),
        undelivered,
        carts,
        recurrences,
      }
      const accountId = accountOf(request)
      const after = await positionIn(db, accountId, request.query.after ?? '')
      // In this order: what is settled by now is seen by the statement that follows.
      const upTo = await settled.upTo()
      return eventPageForm(await listEvents(db, { accountId, after, upTo, limit, ...only }))
    },
  )
}

const Query = Type.Object({
  after: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: '^[A-Za-z0-9_-]*$',
      description:
        'The nextCursor of an earlier page, or the id or eventId of an event. Absent or empty: from the beginning',
    }),
  ),
  limit: Type.Optional(LimitQuery),
  type: Type.Optional(
    TypesText(EVENT_TYPES, {
      maxLength: 500,
      description: 'Only these types, separated by commas: sale.paid,sale.refunded',
    }),
  ),
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
  undelivered: Type.Optional(Type.Boolean({ description: 'Only what no webhook of the account has taken' })),
  carts: Type.Optional(
    Type.Boolean({ description: 'Also cart.abandoned and cart.recovered, which nobody is told unasked' }),
  ),
  recurrences: Type.Optional(
    Type.Boolean({ description: 'Also the events recurrence.*, which nobody is told unasked' }),
  ),
})
