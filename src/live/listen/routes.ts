// GET /api/events/stream: the events of an account as they happen, for a program that has keys and no address of its own. The answer
// stays open until the caller goes, its key is not good any more, or the gateway closes.
import { type Static, Type } from 'typebox'
import type { KeyStanding } from '#access/guards/still-admitted-store.ts'
import type { Database } from '#db/postgres.ts'
import type { Server } from '#http/server.ts'
import { normaliseIp } from '#kernel/ip-address.ts'
import { EVENT_NAMES } from '#notification/events/catalogue.ts'
import { positionIn } from '#notification/events/pull-position.ts'
import { TypesText, typesIn } from '#notification/events/types-query.ts'
import type { LiveDeps } from '../feature.ts'
import { framesOf } from '../frame-schemas.ts'
import { answerWith } from '../stream.ts'
import { type Bounds, openStreamLimits } from '../stream-limits.ts'
import type { Listeners } from './feature.ts'
import { openListenStream } from './stream.ts'

const BOUNDS: Bounds<KeyStanding> = {
  inAll: 500,
  each: [
    { of: ({ keyId }) => keyId, max: 5, named: 'a key' },
    { of: ({ accountId }) => accountId, max: 20, named: 'an account' },
  ],
}

const SCOPE = 'event:read'

const Query = Type.Object({
  after: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: '^[A-Za-z0-9_-]*$',
      description:
        'A nextCursor, or the id or eventId of an event: what came after it is sent first. Absent: from now on',
    }),
  ),
  type: Type.Optional(
    TypesText(EVENT_NAMES, { maxLength: 1_000, description: 'Only these types, separated by commas. Absent: all' }),
  ),
})

const Headers = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: '^[A-Za-z0-9_-]*$',
      description: 'The id of the last frame of an earlier stream; goes before `after`',
    }),
  ),
})

const ANSWER = {
  description:
    '`ready`: from here on everything is sent. `event`: {id, eventId, type, subject, subjectId, sequence, createdAt, redelivery, headers, body}, ' +
    'where `body` is the text that a webhook gets and `headers` its headers, null where each attempt makes them anew. `heartbeat`: every 15 seconds. ' +
    'Each id is a cursor to come back with.',
  content: { 'text/event-stream': { schema: framesOf(['ready', 'event', 'heartbeat']) } },
}

export function listenRoutes(
  server: Server,
  deps: Pick<LiveDeps, 'db'> & {
    listeners: Listeners
    /** The word in the names of the headers. */
    brand: string
  },
): void {
  const { db, listeners, brand } = deps
  const take = openStreamLimits(BOUNDS)
  server.get(
    '/api/events/stream',
    {
      config: {
        guard: 'api-key',
        dialect: 'sale',
        scope: SCOPE,
        fails: ['INVALID_DATA', 'RATE_LIMITED', 'OVERLOADED'],
      },
      // Nobody reads only the head of what has no end.
      exposeHeadRoute: false,
      schema: {
        summary:
          'What happens, as it happens, and what is sent again: server-sent events that a cursor takes up anywhere',
        tags: ['Events'],
        querystring: Query,
        headers: Headers,
        response: { 200: ANSWER },
      },
    },
    async (request, reply) => {
      const { caller, headers, query, ip } = request
      if (caller?.kind !== 'api-key') throw new Error('a listener without a key')
      const { accountId, keyId } = caller
      const key = { accountId, keyId, address: normaliseIp(ip) ?? '', scope: SCOPE }
      const types = typesIn(query.type, EVENT_NAMES) ?? EVENT_NAMES
      const position = await placeIn(db, accountId, headers, query)
      const release = take(key)
      const stream = openListenStream(reply, { key, types, position, brand })
      return answerWith(reply, stream, {
        join: () => listeners.join(stream),
        leave: () => {
          release()
          listeners.leave(stream)
        },
      })
    },
  )
}

/** null: from now on. */
async function placeIn(
  db: Database,
  accountId: number,
  { 'last-event-id': last }: Static<typeof Headers>,
  { after }: Static<typeof Query>,
): Promise<bigint | null> {
  const text = last || after
  return text === undefined || text === '' ? null : positionIn(db, accountId, text)
}
