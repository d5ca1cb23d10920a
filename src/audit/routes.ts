// The audit log, for an account's own people and for the operator.
import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { accountsMeant } from '#db/account/accounts-named.ts'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { FromQuery, periodIn, ToQuery } from '#http/request/period.ts'
import { CountSchema, countForm } from '#http/response/totals.ts'
import { accountOf, type GuardName, type RouteRules } from '#http/route.ts'
import { AccountWords, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type AuditQuestion, type AuditRow, countEntries, listEntries } from './store.ts'
import { EntrySchema, entryForm, OperatorsEntrySchema, ownForm } from './wire.ts'

const Text = Type.Optional(PrintableText({ minLength: 1, maxLength: 100 }))
const MAX_ACCOUNT_ID = 2_147_483_647

export const FilterQuery = {
  action: Text,
  subject: Text,
  subjectId: Text,
  actorId: Text,
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
}
const ListQuery = Type.Object({
  ...FilterQuery,
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

const pages = <T extends TSchema>(entry: T) => PageOf(entry)

export function auditRoutes(server: Server, { db }: { db: Database }): void {
  ownRoutes(server, db)
  operatorsRoutes(server, db)
}

function ownRoutes(server: Server, db: Database): void {
  server.get(
    '/api/audit',
    {
      config: rules('session'),
      schema: {
        summary: 'Who did what in this account, the newest first',
        tags: ['Account'],
        querystring: ListQuery,
        response: { 200: pages(EntrySchema) },
      },
    },
    async request => {
      const question = questionIn(ownOf(request), request.query)
      return pageOf(await listEntries(db, question), question.limit - 1, ownForm)
    },
  )
  server.get(
    '/api/audit/totals',
    {
      config: rules('session'),
      schema: {
        summary: 'How many entries there are with these filters',
        tags: ['Account'],
        querystring: Type.Object(FilterQuery),
        response: { 200: CountSchema },
      },
    },
    async request => countForm(await countEntries(db, questionIn(ownOf(request), request.query))),
  )
}

const ownOf = (request: FastifyRequest): Whose => ({
  reader: 'account',
  accountId: accountOf(request),
  accountIds: null,
})

const OfAccounts = {
  userId: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ACCOUNT_ID })),
  account: Type.Optional(AccountWords),
}

async function operatorsOf(db: Database, query: { userId?: number; account?: string }): Promise<Whose> {
  const { userId: accountId = null, account } = query
  return { reader: 'operator', accountId, accountIds: await accountsMeant(db, account) }
}

function operatorsRoutes(server: Server, db: Database): void {
  server.get(
    '/api/admin/audit',
    {
      config: rules('operator'),
      schema: {
        summary: 'Who did what, the newest first',
        tags: ['Operator'],
        querystring: Type.Object({ ...ListQuery.properties, ...OfAccounts }),
        response: { 200: pages(OperatorsEntrySchema) },
      },
    },
    async request => {
      const question = questionIn(await operatorsOf(db, request.query), request.query)
      const form = (row: AuditRow) => ({ ...entryForm(row), accountName: row.accountName })
      return pageOf(await listEntries(db, question), question.limit - 1, form)
    },
  )
  server.get(
    '/api/admin/audit/totals',
    {
      config: rules('operator'),
      schema: {
        summary: 'How many entries there are with these filters',
        tags: ['Operator'],
        querystring: Type.Object({ ...FilterQuery, ...OfAccounts }),
        response: { 200: CountSchema },
      },
    },
    async request => countForm(await countEntries(db, questionIn(await operatorsOf(db, request.query), request.query))),
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

type Whose = Pick<AuditQuestion, 'reader' | 'accountId' | 'accountIds'>

/** With one more than a page has. */
function questionIn(whose: Whose, query: Query): AuditQuestion {
  const { action = null, subject = null, subjectId = null, actorId = null, limit = 20, cursor } = query
  const asked = { ...whose, action, subject, subjectId, actorId, ...periodIn(query) }
  return { ...asked, below: decodeCursor(cursor), limit: limit + 1 }
}
