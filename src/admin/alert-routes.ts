// The operator's list of alerts, and the acknowledgement of a person that one has been seen.
import { Type } from 'typebox'
import { ALERT_CODES, alertDefinition, runbookAnchor } from '#alert/catalogue/catalogue.ts'
import { ALERT_SEVERITIES } from '#alert/catalogue/definition.ts'
import { type Alert, acknowledge, listAlerts } from '#alert/store.ts'
import { operator, operatorIn, record } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import type { RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { ALERT_SUBJECTS } from '#kernel/alert-subject.ts'
import { type FailureCode, notFound } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'

const tags = ['Operator']

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

export const AlertSchema = Type.Object({
  id: Type.String(),
  code: Type.Enum([...ALERT_CODES], { description: 'What happened. OTHER: see `said`' }),
  severity: Type.Enum([...ALERT_SEVERITIES]),
  said: Type.String({ description: 'The same as a sentence' }),
  whatToDo: Type.String({ description: 'For the operator, in one or two sentences' }),
  subject: Type.Union(
    [
      Type.Object({
        kind: Type.Enum([...ALERT_SUBJECTS]),
        accountId: Type.Union([Type.Integer(), Type.Null()], { description: 'null: of a PSP account' }),
        id: Type.String(),
        uuid: Type.Union([Type.String(), Type.Null()], { description: 'Of a cashout, a recurrence or a sale' }),
        saleUuid: Type.Union([Type.String(), Type.Null()], { description: 'Of a sale, and of the sale of a refund' }),
      }),
      Type.Null(),
    ],
    { description: 'The thing that it is about, where that is one' },
  ),
  known: Type.Record(Type.String(), Type.Unknown()),
  rung: Type.Integer(),
  firstAt: Type.String(),
  lastAt: Type.String(),
  acknowledgedAt: Type.Union([Type.String(), Type.Null()], { description: 'When it was closed' }),
  acknowledgedBy: Type.Union([Type.String(), Type.Null()], { description: 'The name of the operator who closed it' }),
  resolvedAt: Type.Union([Type.String(), Type.Null()], {
    description: 'When the gateway saw that what it tells of is over, which closes it too',
  }),
  runbook: Type.String({ description: 'Path of the section of the guide about this code' }),
})

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

const alertForm = ({ id, code, message, subject, params, ...alert }: Alert) => ({
  id: id.toString(),
  code,
  severity: alertDefinition(code).severity,
  said: message,
  whatToDo: alertDefinition(code).whatToDo,
  subject,
  known: params as Record<string, unknown>,
  rung: alert.rung,
  firstAt: alert.firstAt.toISOString(),
  lastAt: alert.lastAt.toISOString(),
  acknowledgedAt: alert.acknowledgedAt?.toISOString() ?? null,
  acknowledgedBy: alert.acknowledgedBy,
  resolvedAt: alert.resolvedAt?.toISOString() ?? null,
  runbook: `/docs/${runbookAnchor(code)}`,
})
