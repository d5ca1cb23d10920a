// GET /api/live: what changes in the account, as it happens, as server-sent events. The answer stays open until the caller goes,
// is not let in any more, or the gateway closes.
import { Type } from 'typebox'
import { type Standing, standingOf } from '#access/guards/still-admitted-store.ts'
import type { Server } from '#http/server.ts'
import type { Live } from './feature.ts'
import { framesOf } from './frame-schemas.ts'
import { answerWith, openMemberStream } from './stream.ts'
import { type Bounds, openStreamLimits } from './stream-limits.ts'

const BOUNDS: Bounds<Standing> = {
  inAll: 1_000,
  each: [
    { of: ({ userId }) => userId, max: 12, named: 'a person' },
    { of: ({ accountId }) => accountId, max: 60, named: 'an account' },
  ],
}

const NUMBER = /^\d{1,18}$/

const ANSWER = {
  description:
    '`ready`: from here on it is told. `changed`: a list of {what, id, event}. `reset`: something was missed, read everything again. ' +
    'Each id is the number up to which everything has been told.',
  content: { 'text/event-stream': { schema: framesOf(['ready', 'changed', 'reset']) } },
}

export function liveRoutes(server: Server, { live }: { live: Live }): void {
  const take = openStreamLimits(BOUNDS)
  server.get(
    '/api/live',
    {
      config: { guard: 'session', dialect: 'panel', fails: ['RATE_LIMITED', 'OVERLOADED'] },
      // Nobody reads only the head of what has no end.
      exposeHeadRoute: false,
      schema: {
        summary: 'What changes in the account, as it happens: server-sent events',
        tags: ['Account'],
        headers: Type.Object({
          'last-event-id': Type.Optional(
            Type.String({
              description: 'The id of the last event of an earlier stream: what came after it is told first',
            }),
          ),
        }),
        response: { 200: ANSWER },
      },
    },
    (request, reply) => {
      const { caller } = request
      if (caller?.kind !== 'member') throw new Error('a stream without a member')
      const who = standingOf(caller)
      const release = take(who)
      const stream = openMemberStream(reply, who, publishedUpTo(request.headers['last-event-id']))
      return answerWith(reply, stream, {
        join: () => live.join(stream),
        leave: () => {
          release()
          live.leave(stream)
        },
      })
    },
  )
}

/** A number that is none of ours: everything is read again. */
function publishedUpTo(text: string | undefined): bigint | null {
  if (text === undefined || text === '') return null
  return NUMBER.test(text) ? BigInt(text) : NEVER
}

const NEVER = 2n ** 62n
