// The operator's routes to incoming payments: the list, and the decisions about those that no sale accepted. Every decision is
// logged with its author.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { operatorIn } from '#audit/audit.ts'
import { accountsMeant } from '#db/account/accounts-named.ts'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { FromQuery, periodIn, ToQuery } from '#http/request/period.ts'
import { TotalsSchema, totalsForm } from '#http/response/totals.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { AccountWords, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type FailureCode, orThrow } from '#kernel/failure.ts'
import type { SaleDeps } from '../deps.ts'
import type { DecidedPayment, Sales } from '../feature.ts'
import { payerKeyIn, RefundTo } from '../refund/routes.ts'
import type { Deciding } from './decision/decision.ts'
import { INCOMING_PAYMENT_STATUSES, type IncomingPaymentKey, UNMATCHED_REASONS } from './incoming-payment.ts'
import { type IncomingPaymentFilter, listIncomingPayments, totalIncomingPayments } from './list-store.ts'
import { acceptedAnswer, IncomingPaymentSchema, incomingPaymentForm } from './wire.ts'

export function incomingPaymentRoutes(server: Server, deps: Pick<SaleDeps, 'db'> & { sales: Sales }): void {
  listRoute(server, deps)
  decisionRoutes(server, deps)
}

function listRoute(server: Server, { db }: Pick<SaleDeps, 'db'>): void {
  server.get(
    '/api/admin/receipts',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'Money that arrived, the newest first',
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(IncomingPaymentSchema),
        },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const page = { below: decodeCursor(cursor), rows: limit + 1 }
      return pageOf(await listIncomingPayments(db, await filterOf(db, request.query), page), limit, incomingPaymentForm)
    },
  )
  server.get(
    '/api/admin/receipts/totals',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'How many payments arrived with these filters, and what they come to',
        tags,
        querystring: FilterQuery,
        response: { 200: TotalsSchema },
      },
    },
    async request => totalsForm(await totalIncomingPayments(db, await filterOf(db, request.query))),
  )
}

async function filterOf(db: Database, query: Static<typeof FilterQuery>): Promise<IncomingPaymentFilter> {
  const { status, reason, accountId, id, account, endToEndId } = query
  const { from, to } = periodIn(query)
  const accountIds = (await accountsMeant(db, account)) ?? undefined
  return { status, reason, accountId, accountIds, id, endToEndId, from: from ?? undefined, to: to ?? undefined }
}

function decisionRoutes(server: Server, { sales }: { sales: Sales }): void {
  const config = critical(rules('INVALID_DATA', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'CONFLICT'))
  const asked = { tags, params: IdParams, headers: KeyHeaders, response: { 202: IncomingPaymentSchema } }

  server.post(
    '/api/admin/receipts/:accountId/:id/return',
    {
      config,
      schema: { summary: 'Send it back to its payer', ...asked, body: ReturnBody },
    },
    async (request, reply) => {
      const refundTo = payerKeyIn(request.body.refundTo)
      const decided = await sales.returnIncomingPayment(keyIn(request.params), { ...decidingIn(request), refundTo })
      return publish(request, reply, decided)
    },
  )

  server.post(
    '/api/admin/receipts/:accountId/:id/credit',
    {
      config,
      schema: {
        summary:
          'Credit it to its account, or money of the suspense account to a seller; a cancelled sale of its txid is paid, and one whose boleto brought too much',
        ...asked,
        body: CreditBody,
      },
    },
    async (request, reply) => {
      const decided = await sales.creditIncomingPayment(
        keyIn(request.params),
        request.body.accountId ?? null,
        decidingIn(request),
      )
      return publish(request, reply, decided)
    },
  )
}

function publish(request: FastifyRequest, reply: FastifyReply, outcome: DecidedPayment): FastifyReply {
  const decided = orThrow(outcome)
  if ('replayed' in decided) return replay(reply, decided.replayed)
  const { accountId, id, endToEndId, status } = decided
  request.log.info({ by: request.caller, receipt: { accountId, id, endToEndId, status } }, 'receipt decided')
  return sendAnswer(reply, acceptedAnswer(decided))
}

interface DecisionRequest extends FastifyRequest {
  params: { accountId: string; id: string }
  body: { reason: string }
}

/** A key belongs to the decision of one person about one incoming payment. */
function decidingIn(request: DecisionRequest): Deciding {
  const { params, body } = request
  const by = operatorIn(request)
  const key = keyOf(request, { ...params, ...body, by: by.id }, SUSPENSE_ACCOUNT_ID)
  return { by, reason: body.reason, key }
}

const tags = ['Operator']
const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const MAX_ACCOUNT_ID = 2n ** 31n - 1n
const AccountId = Type.Integer({ minimum: 1, maximum: Number(MAX_ACCOUNT_ID) })
const IdParams = Type.Object({ accountId: Type.String(), id: Type.String() })
const Reason = PrintableText({ minLength: 3, maxLength: 500 })

const FilterQuery = Type.Object({
  status: Type.Optional(Type.Enum([...INCOMING_PAYMENT_STATUSES])),
  reason: Type.Optional(Type.Enum([...UNMATCHED_REASONS], { description: 'Why no sale accepted it at once' })),
  accountId: Type.Optional(AccountId),
  id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'That one alone' })),
  account: Type.Optional(AccountWords),
  endToEndId: Type.Optional(PrintableText({ minLength: 1, maxLength: 40 })),
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
})
const ListQuery = Type.Object({
  ...FilterQuery.properties,
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

const ReturnBody = Type.Object({ reason: Reason, refundTo: Type.Optional(RefundTo) }, { additionalProperties: false })
const CreditBody = Type.Object({ accountId: Type.Optional(AccountId), reason: Reason }, { additionalProperties: false })

const keyIn = (params: { accountId: string; id: string }): IncomingPaymentKey => ({
  accountId: Number(numberIn(params.accountId, 'receipt', MAX_ACCOUNT_ID)),
  id: numberIn(params.id, 'receipt'),
})
