// The audit log, for an account's own people and for the operator.
import { Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery, pageOf } from '#http/paging.ts'
import { accountOf, type GuardName, type RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type AuditRow, listEntries } from './store.ts'

const Text = Type.Optional(PrintableText({ minLength: 1, maxLength: 100 }))
const Moment = Type.Optional(Type.String({ format: 'date-time' }))

const ListQuery = Type.Object({
  ...{ action: Text, subject: Text, subjectId: Text, actorId: Text, from: Moment, to: Moment },
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

const EntrySchema = Type.Object({
  id: Type.String(),
  userId: Type.Integer({ description: 'The account' }),
  actor: Type.Object({
    kind: Type.String(),
    id: Type.Union([Type.String(), Type.Null()]),
    email: Type.Union([Type.String(), Type.Null()]),
  }),
  address: Type.Union([Type.String(), Type.Null()]),
  action: Type.String(),
  subject: Type.String(),
  subjectId: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
  detail: Type.Record(Type.String(), Type.Unknown()),
  createdAt: Type.String(),
})

const ListSchema = Type.Object({ data: Type.Array(EntrySchema), nextCursor: Type.Union([Type.String(), Type.Null()]) })

export function auditRoutes(server: Server, { db }: { db: Database }): void {
  server.get(
    '/api/audit',
    {
      config: rules('session'),
      schema: {
        ...{ summary: 'Who did what in this account, the newest first', tags: ['Account'] },
        ...{ querystring: ListQuery, response: { 200: ListSchema } },
      },
    },
    request => page(db, accountOf(request), request.query),
  )
  server.get(
    '/api/admin/audit',
    {
      config: rules('operator'),
      schema: {
        ...{ summary: 'Who did what, the newest first', tags: ['Operator'] },
        querystring: Type.Object({ ...ListQuery.properties, userId: Type.Optional(Type.Integer({ minimum: 1 })) }),
        response: { 200: ListSchema },
      },
    },
    request => page(db, request.query.userId ?? null, request.query),
  )
}

const rules = (guard: GuardName): RouteRules => ({ guard, dialect: 'panel', fails: ['INVALID_DATA'] })

interface Query {
  action?: string
  subject?: string
  subjectId?: string
  actorId?: string
  from?: string
  to?: string
  limit?: number
  cursor?: string
}

async function page(db: Database, accountId: number | null, query: Query) {
  const { action = null, subject = null, subjectId = null, actorId = null, limit = 20, cursor } = query
  const [from, to] = [query.from, query.to].map(text => (text === undefined ? null : new Date(text))) as [Date, Date]
  const below = decodeCursor(cursor)
  const rows = await listEntries(db, {
    ...{ accountId, action, subject, subjectId, actorId, from, to, below },
    limit: limit + 1,
  })
  return pageOf(rows, limit, entryForm)
}

const entryForm = ({ id, accountId, actor, actorId, actorEmail, createdAt, ...entry }: AuditRow) => ({
  ...entry,
  id: id.toString(),
  userId: accountId,
  actor: { kind: actor, id: actorId, email: actorEmail },
  createdAt: createdAt.toISOString(),
})
