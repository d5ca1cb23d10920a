// The operators' routes of manual holds. Nothing is done here: each of these makes a proposal, which a second operator confirms.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { accountsMeant } from '#db/account/accounts-named.ts'
import { momentOrNull } from '#http/request/moment.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { TotalsSchema, totalsForm } from '#http/response/totals.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { AccountWords, CentsAmount, OWN_FIELDS_ONLY, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type FailureCode, invalid, notFound, orThrow } from '#kernel/failure.ts'
import type { Proposals } from '#proposal/feature.ts'
import type { Payload } from '#proposal/proposal.ts'
import type { HoldsDeps } from '../feature.ts'
import { accountIn } from '../routes.ts'
import { OperatorsOrderSchema, operatorsOrderForm } from '../wire.ts'
import { ORDER_REASONS, ORDER_STATES, type PlacePayload, type ReleasePayload, type SeizePayload } from './order.ts'
import { listOrders, showOrder, totalOrders, usualPspAccount } from './store.ts'

export function orderRoutes(server: Server, deps: Pick<HoldsDeps, 'db'> & { proposals: Proposals }): void {
  readRoutes(server, deps)
  placeRoute(server, deps)
  changeRoutes(server, deps)
}

function readRoutes(server: Server, { db }: Pick<HoldsDeps, 'db'>): void {
  server.get(
    '/api/admin/hold-orders',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'Holds by hand, the newest first',
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(OperatorsOrderSchema),
        },
      },
    },
    async request => {
      const { limit = 20, cursor, accountId = null, account, state = null, reason = null } = request.query
      const accountIds = await accountsMeant(db, account)
      const below = decodeCursor(cursor)
      const found = await listOrders(db, { accountId, accountIds, state, reason, below, limit: limit + 1 })
      return pageOf(found, limit, operatorsOrderForm)
    },
  )
  server.get(
    '/api/admin/hold-orders/totals',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'How many holds by hand there are with these filters, and what was ordered by them',
        tags,
        querystring: FilterQuery,
        response: { 200: TotalsSchema },
      },
    },
    async request => {
      const { accountId = null, account, state = null, reason = null } = request.query
      const accountIds = await accountsMeant(db, account)
      return totalsForm(await totalOrders(db, { accountId, accountIds, state, reason }))
    },
  )
  server.get(
    '/api/admin/hold-orders/:accountId/:id',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: { summary: 'One hold by hand', tags, params: OrderParams, response: { 200: OperatorsOrderSchema } },
    },
    async request => {
      const order = await showOrder(db, keyIn(request.params))
      if (order === null) throw notFound('hold order')
      return operatorsOrderForm(order)
    },
  )
}

function placeRoute(server: Server, { proposals }: { proposals: Proposals }): void {
  server.post(
    '/api/admin/accounts/:id/holds',
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'CONFLICT')),
      schema: {
        summary: 'Propose to hold money of an account; what is not there yet is held as it comes',
        tags,
        params: Type.Object({ id: Type.String() }),
        headers: KeyHeaders,
        body: PlaceBody,
        response: { 201: proposals.schema },
      },
    },
    async (request, reply) => {
      const { reason, amount, document = null, releaseAt, note } = request.body
      if (reason === 'JUDICIAL' && document === null) throw invalid('document', "the number of the court's order")
      const ends = momentOrNull('releaseAt', releaseAt)?.toISOString() ?? null
      const payload: PlacePayload = { reason, amount, document, releaseAt: ends }
      return propose(request, reply, proposals, ['hold.place', accountIn(request.params.id), { ...payload }, note])
    },
  )
}

function changeRoutes(server: Server, { db, proposals }: Pick<HoldsDeps, 'db'> & { proposals: Proposals }): void {
  const config = critical(rules('INVALID_DATA', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'CONFLICT'))
  const asked = { tags, params: OrderParams, headers: KeyHeaders, response: { 201: proposals.schema } }
  server.post(
    '/api/admin/hold-orders/:accountId/:id/lift',
    { config, schema: { summary: 'Propose to lift a hold by hand, in part or whole', ...asked, body: ReleaseBody } },
    async (request, reply) => {
      const { accountId, id } = keyIn(request.params)
      const { amount = null, reason } = request.body
      const payload: ReleasePayload = { orderId: id.toString(), amount }
      return propose(request, reply, proposals, ['hold.lift', accountId, { ...payload }, reason])
    },
  )
  server.post(
    '/api/admin/hold-orders/:accountId/:id/take',
    {
      config,
      schema: {
        summary: 'Propose to take what a court has ordered: it is paid to the court outside of the gateway',
        ...asked,
        body: SeizeBody,
      },
    },
    async (request, reply) => {
      const { accountId, id } = keyIn(request.params)
      const { amount = null, reason } = request.body
      const pspAccountId = request.body.pspAccountId ?? (await usualPspAccount(db, accountId))
      if (pspAccountId === null) throw invalid('pspAccountId', 'the PSP account by which it goes out')
      const payload: SeizePayload = { orderId: id.toString(), amount, pspAccountId }
      return propose(request, reply, proposals, ['hold.take', accountId, { ...payload }, reason])
    },
  )
}

type Asked = [kind: string, accountId: number, payload: Payload, reason: string]

async function propose(
  request: FastifyRequest,
  reply: FastifyReply,
  proposals: Pick<Proposals, 'propose' | 'made' | 'schema'>,
  [kind, accountId, payload, reason]: Asked,
): Promise<FastifyReply> {
  if (reason.trim().length < MIN_REASON)
    throw invalid(kind === 'hold.place' ? 'note' : 'reason', 'a sentence that says why')
  const { caller, ip: address } = request
  if (caller?.kind !== 'operator') throw new Error('a proposal without an operator')
  const key = keyOf(request, { accountId, payload, reason, by: caller.userId }, SUSPENSE_ACCOUNT_ID)
  const by = { id: caller.userId, address }
  const proposed = orThrow(await proposals.propose({ kind, accountId, payload, reason, by, key }))
  if ('replayed' in proposed) return replay(reply, proposed.replayed)
  request.log.info({ by: caller, proposal: proposed.id, kind, accountId }, 'proposal made')
  return sendAnswer(reply, proposals.made(proposed))
}

const MIN_REASON = 3
const tags = ['Operator']
const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const OrderParams = Type.Object({ accountId: Type.String(), id: Type.String() })
const keyIn = (params: { accountId: string; id: string }) => ({
  accountId: accountIn(params.accountId),
  id: numberIn(params.id, 'hold order'),
})

const MAX_ACCOUNT_ID = 2_147_483_647
const Words = PrintableText({ minLength: MIN_REASON, maxLength: 500 })

const PlaceBody = Type.Object(
  {
    reason: Type.Enum([...ORDER_REASONS]),
    amount: CentsAmount,
    document: Type.Optional(PrintableText({ minLength: 1, maxLength: 140 })),
    releaseAt: Type.Optional(Type.String({ format: 'date-time' })),
    note: Words,
  },
  OWN_FIELDS_ONLY,
)
const ReleaseBody = Type.Object({ amount: Type.Optional(CentsAmount), reason: Words }, OWN_FIELDS_ONLY)
const SeizeBody = Type.Object(
  {
    amount: Type.Optional(CentsAmount),
    pspAccountId: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ACCOUNT_ID })),
    reason: Words,
  },
  OWN_FIELDS_ONLY,
)

const FILTERS = {
  accountId: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ACCOUNT_ID })),
  account: Type.Optional(AccountWords),
  state: Type.Optional(Type.Enum([...ORDER_STATES])),
  reason: Type.Optional(Type.Enum([...ORDER_REASONS])),
}
const FilterQuery = Type.Object(FILTERS)
const ListQuery = Type.Object({
  ...FILTERS,
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})
