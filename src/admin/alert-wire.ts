// An alert as operators read it.
import { Type } from 'typebox'
import { ALERT_CODES, alertDefinition, runbookAnchor } from '#alert/catalogue/catalogue.ts'
import { ALERT_SEVERITIES } from '#alert/catalogue/definition.ts'
import type { Alert } from '#alert/store.ts'
import { ALERT_SUBJECTS } from '#kernel/alert-subject.ts'

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

export const alertForm = ({ id, code, message, subject, params, ...alert }: Alert) => ({
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
