// GET /api/events: the facts of an account for its own server to pull, so that it can catch up with what it missed or check
// that it missed nothing.
import { Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery } from '#http/paging.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import type { Settled } from './event-settled.ts'
import { listEvents } from './event-store.ts'
import { EventPageSchema, eventPageForm } from './event-wire.ts'

export function eventRoutes(server: Server, { db, settled }: { db: Database; settled: Settled }): void {
  server.get(
    '/api/events',
    {
      config: { guard: 'api-key', dialect: 'sale', scope: 'event:read', fails: ['INVALID_DATA'] },
      schema: {
        summary: 'What has happened, the oldest first; the cursor never skips an event',
        tags: ['Events'],
        querystring: Query,
        response: { 200: EventPageSchema },
      },
    },
    async request => {
      const { limit = 20, undelivered = false } = request.query
      const after = decodeCursor(request.query.after, 'after') ?? 0n
      // In this order: what is settled by now is seen by the statement that follows.
      const upTo = await settled.upTo()
      const question = { accountId: accountOf(request), after, upTo, limit, undelivered }
      return eventPageForm(await listEvents(db, question))
    },
  )
}

const Query = Type.Object({
  after: Type.Optional(CursorQuery),
  limit: Type.Optional(LimitQuery),
  undelivered: Type.Optional(Type.Boolean({ description: 'Only what no webhook of the account has taken' })),
})
