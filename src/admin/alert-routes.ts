// The operator's list of alerts, and the acknowledgement of a person that one has been seen.
import { Type } from 'typebox'
import { acknowledge, listAlerts } from '#alert/store.ts'
import { operator, operatorIn, record } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import type { RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, notFound } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import { AlertSchema, alertForm } from './alert-wire.ts'

const tags = ['Operator']

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const ListQuery = Type.Object({
  status: Type.Optional(Type.Enum(['open', 'acknowledged'])),
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

export function alertRoutes(server: Server, { db, clock }: { db: Database; clock: Clock }): void {
  server.get(
    '/api/admin/alarms',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'What a person has to look at, the newest first',
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(AlertSchema),
        },
      },
    },
    async request => {
      const { status, limit = 20, cursor } = request.query
      const open = status === undefined ? null : status === 'open'
      return pageOf(await listAlerts(db, { open, below: decodeCursor(cursor), limit: limit + 1 }), limit, alertForm)
    },
  )

  server.post<{ Params: { id: string } }>(
    '/api/admin/alarms/:id/acknowledge',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: { summary: 'Say that an alarm has been seen', tags, response: { 202: AlertSchema } },
    },
    async (request, reply) => {
      const by = operatorIn(request)
      const id = numberIn(request.params.id, 'alarm')
      const alert = await db.transaction(async tx => {
        const now = clock()
        const acknowledged = await acknowledge(tx, id, by.id, now)
        if (acknowledged === null) throw notFound('alarm')
        const what = { action: 'alarm.acknowledged', subject: 'alarm', subjectId: id }
        const detail = { said: acknowledged.alert.message }
        if (acknowledged.isFirst) await record(tx, [{ ...what, actor: operator(by), detail }], now)
        return acknowledged.alert
      })
      request.log.info({ by: request.caller, alarm: request.params.id }, 'alarm acknowledged')
      return reply.code(202).send(alertForm(alert))
    },
  )
}
