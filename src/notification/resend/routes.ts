// One event of an account: read, and sent again to those who listen.
import { Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import type { RecorderOf } from '#http/audited-action.ts'
import { pathId } from '#http/request/path-id.ts'
import { accountOf } from '#http/route.ts'
import { DOCUMENTED, PATH_ID_FORM } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { notFound, orThrow } from '#kernel/failure.ts'
import { findEventId } from '../events/pull-store.ts'
import { EventSchema, eventForm, ResentEventSchema, resentEventForm } from '../events/wire.ts'
import type { NotificationsDeps } from '../feature.ts'
import { resendEvent } from './resend.ts'
import { findEvent } from './resent-store.ts'

const Params = Type.Object({
  id: Type.String({ description: 'The id or the eventId', [DOCUMENTED]: { pattern: `^${PATH_ID_FORM}$` } }),
})

export function oneEventRoutes(
  server: Server,
  deps: Pick<NotificationsDeps, 'db' | 'clock'> & {
    recorderOf: RecorderOf
    /** Something was sent again. */
    resent: () => void
  },
): void {
  const { db } = deps
  server.get(
    '/api/events/:id',
    {
      config: { guard: 'api-key', dialect: 'sale', scope: 'event:read', fails: ['INVALID_DATA', 'NOT_FOUND'] },
      schema: { summary: 'One event', tags: ['Events'], params: Params, response: { 200: EventSchema } },
    },
    async request => {
      const accountId = accountOf(request)
      const event = await findEvent(db, accountId, await numberOf(db, accountId, request.params.id))
      if (event === null) throw notFound('event')
      return eventForm(event)
    },
  )
  server.post(
    '/api/events/:id/resend',
    {
      config: {
        guard: 'api-key',
        dialect: 'sale',
        scope: 'event:read',
        fails: ['INVALID_DATA', 'NOT_FOUND', 'RATE_LIMITED'],
      },
      schema: {
        summary: 'Send an event once more to whoever listens at /api/events/stream; webhooks get nothing by this',
        tags: ['Events'],
        params: Params,
        response: { 202: ResentEventSchema },
      },
    },
    async (request, reply) => {
      const accountId = accountOf(request)
      const id = await numberOf(db, accountId, request.params.id)
      const resent = orThrow(await resendEvent(deps, accountId, id, deps.recorderOf(request)))
      deps.resent()
      reply.code(202)
      return resentEventForm(resent)
    },
  )
}

async function numberOf(db: Database, accountId: number, text: string): Promise<bigint> {
  const id = pathId(text)
  const found = 'number' in id ? id.number : await findEventId(db, accountId, id.uuid)
  if (found === null) throw notFound('event')
  return found
}
