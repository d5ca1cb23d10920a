// The notices of an account in the panel, and the word of a person that one has been seen.
import { Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { notFound } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import { IdParams, reading } from '../webhooks/access.ts'
import { listNotices, markSeen } from './store.ts'
import { NoticeSchema, noticeForm } from './wire.ts'

const tags = ['Notices']

const ListQuery = Type.Object({
  unseen: Type.Optional(Type.Boolean()),
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

export function noticeRoutes(server: Server, { db, clock }: { db: Database; clock: Clock }): void {
  server.get(
    '/api/notices',
    {
      config: reading('INVALID_DATA'),
      schema: {
        summary: 'What the people of the account should know, the newest first',
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(NoticeSchema),
        },
      },
    },
    async request => {
      const { unseen: unseenOnly = false, limit = 20, cursor } = request.query
      const question = { accountId: accountOf(request), unseenOnly, below: decodeCursor(cursor), limit: limit + 1 }
      return pageOf(await listNotices(db, question), limit, noticeForm)
    },
  )
  server.post(
    '/api/notices/:id/seen',
    {
      config: reading('INVALID_DATA', 'NOT_FOUND'),
      schema: { summary: 'Say that a notice has been seen', tags, params: IdParams, response: { 202: NoticeSchema } },
    },
    async (request, reply) => {
      const id = numberIn(request.params.id, 'notice')
      const notice = await markSeen(db, accountOf(request), id, clock())
      if (notice === null) throw notFound('notice')
      reply.code(202)
      return noticeForm(notice)
    },
  )
}
