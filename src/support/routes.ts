// The routes of support views: the operator's, and the one where the people of an account see who is there right now. What is
// read in a view goes through the routes of the account's own people.
import { type TSchema, Type } from 'typebox'
import type { Accounts } from '#account/feature.ts'
import { actorOf } from '#audit/audit.ts'
import { accountsMeant } from '#db/account/accounts-named.ts'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { accountOf, critical, type RouteRules } from '#http/route.ts'
import { AccountWords, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, invalid, orThrow } from '#kernel/failure.ts'
import type { SupportViews } from './feature.ts'
import { OwnSupportViewSchema, ownViewForm, SupportViewSchema, supportViewForm, VIEW_STATUSES } from './wire.ts'

export interface SupportRouteDeps {
  db: Database
  accounts: Pick<Accounts, 'find'>
  support: Pick<SupportViews, 'open' | 'end' | 'list'>
}

const tags = ['Operator']
const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })
const IdParams = Type.Object({ id: Type.String() })

const MIN_REASON = 3
const MAX_ACCOUNT_ID = 2n ** 31n - 1n

export function supportRoutes(server: Server, { db, accounts, support }: SupportRouteDeps): void {
  server.post(
    '/api/admin/accounts/:id/support-views',
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: {
        summary:
          'Read an account as its people do, for 30 minutes; through the routes of members nothing is changed meanwhile',
        description:
          'This session may then call the GET routes of members with X-Account-Id, as a READER of that account. Until the view has ended it may call no other route of members. The account is told of it, with the reason, and of everything that is read.',
        tags,
        params: IdParams,
        body: ReasonBody,
        response: { 201: SupportViewSchema },
      },
    },
    async (request, reply) => {
      const { caller } = request
      if (caller?.kind !== 'operator') throw new Error('a view without an operator')
      const reason = request.body.reason.trim()
      if (reason.length < MIN_REASON) throw invalid('reason', 'a sentence that says why')
      const { id } = orThrow(await accounts.find(Number(numberIn(request.params.id, 'account', MAX_ACCOUNT_ID))))
      const viewer = { id: caller.userId, sessionId: caller.sessionId }
      const view = orThrow(await support.open({ accountId: id, viewer, reason, actor: actorOf(request) }))
      request.log.info({ by: caller.userId, accountId: id, view: view.id.toString() }, 'an account is looked at')
      return reply.code(201).send(supportViewForm(view))
    },
  )
  server.post(
    '/api/admin/support-views/:id/end',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'End a support view, whoever has opened it',
        tags,
        params: IdParams,
        response: { 202: SupportViewSchema },
      },
    },
    async (request, reply) => {
      const id = numberIn(request.params.id, 'support view')
      const view = orThrow(await support.end(id, actorOf(request)))
      return reply.code(202).send(supportViewForm(view))
    },
  )
  listRoutes(server, { db, support })
}

function listRoutes(server: Server, { db, support }: Pick<SupportRouteDeps, 'db' | 'support'>): void {
  server.get(
    '/api/admin/support-views',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'Support views that are open, or those that have ended, the newest first',
        description: 'Without `status` the open ones: those that let their session in at this moment.',
        tags,
        querystring: ListQuery,
        response: { 200: pages(SupportViewSchema) },
      },
    },
    async request => {
      const { status = 'OPEN', accountId = null, account, limit = 20, cursor } = request.query
      const accountIds = await accountsMeant(db, account)
      const asked = { accountId, accountIds, open: status === 'OPEN', below: decodeCursor(cursor), limit: limit + 1 }
      return pageOf(await support.list(asked), limit, supportViewForm)
    },
  )
  server.get(
    '/api/support-views',
    {
      config: { guard: 'session', dialect: 'panel', fails: ['INVALID_DATA'] },
      schema: {
        summary: 'Whether the gateway looks at this account for support right now, why, and until when',
        tags: ['Account'],
        querystring: PageQuery,
        response: { 200: pages(OwnSupportViewSchema) },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const own = { accountId: accountOf(request), accountIds: null, open: true }
      const asked = { ...own, below: decodeCursor(cursor), limit: limit + 1 }
      return pageOf(await support.list(asked), limit, ownViewForm)
    },
  )
}

const PageQuery = Type.Object({ limit: Type.Optional(LimitQuery), cursor: Type.Optional(CursorQuery) })
const ListQuery = Type.Object({
  status: Type.Optional(Type.Enum(VIEW_STATUSES)),
  accountId: Type.Optional(Type.Integer({ minimum: 1, maximum: Number(MAX_ACCOUNT_ID) })),
  account: Type.Optional(AccountWords),
  ...PageQuery.properties,
})

const pages = <T extends TSchema>(one: T) => PageOf(one)

const ReasonBody = Type.Object(
  { reason: PrintableText({ minLength: MIN_REASON, maxLength: 500 }) },
  { additionalProperties: false },
)
