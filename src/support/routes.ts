// The operator's doors to views for support. What is read in one goes through the doors of the account's own people.
import { Type } from 'typebox'
import type { AccountDesk } from '#account/desk.ts'
import { actorOf } from '#audit/audit.ts'
import { numberIn } from '#http/path-id.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, invalid, orThrow } from '#kernel/failure.ts'
import type { SupportDesk } from './desk.ts'
import { SupportViewSchema, supportViewForm } from './wire.ts'

export interface SupportRouteNeeds {
  accounts: Pick<AccountDesk, 'find'>
  support: Pick<SupportDesk, 'open' | 'end'>
}

const tags = ['Operator']
const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })
const IdParams = Type.Object({ id: Type.String() })

const SHORTEST_REASON = 3
const MOST_ACCOUNT_ID = 2n ** 31n - 1n

export function supportRoutes(server: Server, { accounts, support }: SupportRouteNeeds): void {
  server.post(
    '/api/admin/accounts/:id/support-views',
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: {
        summary: 'Read an account as its people do, for 30 minutes, and change nothing',
        description:
          'This session may then call the GET routes of members with X-Account-Id, as a READER of that account. Until the view has ended it may call no other route of members. The account is told of it, with the reason, and of everything that is read.',
        ...{ tags, params: IdParams, body: ReasonBody, response: { 201: SupportViewSchema } },
      },
    },
    async (request, reply) => {
      const { caller } = request
      if (caller?.kind !== 'operator') throw new Error('a view without an operator')
      const reason = request.body.reason.trim()
      if (reason.length < SHORTEST_REASON) throw invalid('reason', 'a sentence that says why')
      const { id } = orThrow(await accounts.find(Number(numberIn(request.params.id, 'account', MOST_ACCOUNT_ID))))
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
        ...{ tags, params: IdParams, response: { 202: SupportViewSchema } },
      },
    },
    async (request, reply) => {
      const id = numberIn(request.params.id, 'support view')
      const view = orThrow(await support.end(id, actorOf(request)))
      return reply.code(202).send(supportViewForm(view))
    },
  )
}

const ReasonBody = Type.Object(
  { reason: PrintableText({ minLength: SHORTEST_REASON, maxLength: 500 }) },
  { additionalProperties: false },
)
