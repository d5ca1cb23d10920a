// The operator's view of the inbox: the callbacks that wait, the dead letters and their reasons; and a replay of any of them.
// Applying a callback twice does no harm, since the PSP is asked each time.
import { Type } from 'typebox'
import type { RecorderOf } from '#http/audited-action.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import type { RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, notFound } from '#kernel/failure.ts'
import type { PspsDeps } from '../deps.ts'
import type { Inbox } from './inbox.ts'
import { CALLBACK_STATUSES, findCallback, listCallbacks, replayCallback, replayCallbacks } from './store.ts'
import { CallbackFields, callbackForm } from './wire.ts'

const PREVIEW_BYTES = 2_048
/** More dead letters than that need another replay. */
const MAX_REPLAYED = 1_000
const tags = ['Operator']

export function inboxRoutes(
  server: Server,
  deps: Pick<PspsDeps, 'clock' | 'db'> & { inbox: Pick<Inbox, 'wake'>; recorderOf: RecorderOf },
): void {
  readRoutes(server, deps)
  replayRoutes(server, deps)
}

function readRoutes(server: Server, { db }: Pick<PspsDeps, 'db'>): void {
  server.get(
    '/api/admin/psp/inbox',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'What PSPs told us, the newest first; the test bank of test mode where it is named',
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(Type.Object({ ...CallbackFields, preview: Type.String() })),
        },
      },
    },
    async request => {
      const { pspAccountId = null, status = null, limit = 20, cursor } = request.query
      const query = {
        pspAccountId,
        status,
        cursor: decodeCursor(cursor),
        limit: limit + 1,
        previewBytes: PREVIEW_BYTES,
      }
      const rows = await listCallbacks(db, query)
      return pageOf(rows, limit, row => ({ ...callbackForm(row), preview: row.body.toString('utf8') }))
    },
  )
  server.get(
    '/api/admin/psp/inbox/:id',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'One callback with the whole of its body',
        tags,
        params: IdParams,
        response: { 200: Type.Object({ ...CallbackFields, body: Type.String() }) },
      },
    },
    async request => {
      const callback = await findCallback(db, numberIn(request.params.id, 'callback'))
      if (callback === null) throw notFound('callback')
      return { ...callbackForm(callback), body: callback.body.toString('utf8') }
    },
  )
}

function replayRoutes(
  server: Server,
  deps: Pick<PspsDeps, 'clock' | 'db'> & { inbox: Pick<Inbox, 'wake'>; recorderOf: RecorderOf },
): void {
  const { db, clock, inbox, recorderOf } = deps
  server.post(
    '/api/admin/psp/inbox/:id/replay',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Work on one callback again, whatever became of it',
        tags,
        params: IdParams,
        response: { 202: Replayed },
      },
    },
    async (request, reply) => {
      const id = numberIn(request.params.id, 'callback')
      await db.transaction(async tx => {
        const now = clock()
        if (!(await replayCallback(tx, id, now))) throw notFound('callback')
        await recorderOf(request)(tx, { action: 'callback.replayed', subject: 'callback', subjectId: id }, now)
      })
      request.log.info({ by: request.caller, callback: String(id) }, 'callback replayed')
      inbox.wake()
      return reply.code(202).send({ replayed: 1 })
    },
  )
  server.post(
    '/api/admin/psp/inbox/replay',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: `Work again on all dead letters, or on all that were given up; at most ${MAX_REPLAYED} at a time`,
        tags,
        body: ReplayBody,
        response: { 202: Replayed },
      },
    },
    async (request, reply) => {
      const { status, pspAccountId = null } = request.body
      const replayed = await db.transaction(async tx => {
        const now = clock()
        const count = await replayCallbacks(tx, { pspAccountId, status, limit: MAX_REPLAYED, now })
        const what = { action: 'callbacks.replayed', subject: 'callback', subjectId: status }
        await recorderOf(request)(tx, { ...what, detail: { replayed: count, pspAccountId } }, now)
        return count
      })
      request.log.info({ by: request.caller, status, replayed }, 'callbacks replayed')
      inbox.wake()
      return reply.code(202).send({ replayed })
    },
  )
}

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const IdParams = Type.Object({ id: Type.String() })
const PspAccountId = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
const ListQuery = Type.Object({
  pspAccountId: Type.Optional(PspAccountId),
  status: Type.Optional(Type.Enum([...CALLBACK_STATUSES])),
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})
const ReplayBody = Type.Object(
  { status: Type.Enum(['dead', 'given-up']), pspAccountId: Type.Optional(PspAccountId) },
  { additionalProperties: false },
)
const Replayed = Type.Object({ replayed: Type.Integer() })
