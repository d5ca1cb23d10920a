// The routes of refunds of a sale: for the seller's server and, with the same bodies, for the seller's people.
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { afterReply } from '#http/after-reply.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { pathId } from '#http/request/path-id.ts'
import { accountOf, critical, type RouteRules } from '#http/route.ts'
import { CentsAmount, DOCUMENTED, PATH_ID_FORM, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { type FailureCode, invalid, notFound, orThrow } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { normalisePixKey, PIX_KEY_TYPES } from '#kernel/pix/pix-key.ts'
import { describedEvents } from '#notification/events/described.ts'
import type { SaleDeps } from '../deps.ts'
import type { Sales } from '../feature.ts'
import { type OwnSale, ownSale, ownSaleAlone } from '../own-sale.ts'
import type { RefundRequest } from './request.ts'
import { findRefundOfSale, listRefundsOfSale } from './store.ts'
import type { PayerKey } from './to-key.ts'
import { RefundEventSchema, refundingAnswer, SaleRefundSchema, saleRefundForm } from './wire.ts'

/** One side of the API: where its sales are, and who may read and refund them there. */
interface Side {
  path: string
  dialect: 'sale' | 'panel'
  own: OwnSale
  /** Of a sale that is not the caller's. */
  notOwn: readonly FailureCode[]
  read: (...fails: FailureCode[]) => RouteRules
  write: (...fails: FailureCode[]) => RouteRules
}

const API: Side = {
  path: '/api/transactions/:id/refunds',
  dialect: 'sale',
  own: ownSale,
  notOwn: ['INVALID_DATA', 'OTHER_ACCOUNT', 'NOT_FOUND'],
  read: (...fails) => ({ guard: 'api-key', dialect: 'sale', scope: 'sale:read', fails }),
  write: (...fails) => ({ guard: 'api-key', dialect: 'sale', scope: 'sale:write', fails }),
}

const PANEL: Side = {
  path: '/api/sales/:id/refunds',
  dialect: 'panel',
  own: ownSaleAlone,
  notOwn: ['INVALID_DATA', 'NOT_FOUND'],
  read: (...fails) => ({ guard: 'session', dialect: 'panel', fails }),
  write: (...fails) => critical({ guard: 'session', dialect: 'panel', roles: ['OWNER', 'FINANCE'], fails }),
}

type Refunding = Pick<SaleDeps, 'db'> & { sales: Sales }

export function refundRoutes(server: Server, deps: Refunding): void {
  for (const side of [API, PANEL]) {
    requestRoute(server, deps, side)
    readRoutes(server, deps, side)
  }
}

const TAGS = { tags: ['Sales'] }
const REFUSED = [
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_FLIGHT',
  'CONFLICT',
  'INSUFFICIENT_BALANCE',
  'GENERAL_ERROR',
] as const

const SaleParams = Type.Object({ id: Type.String() })
const RefundParams = Type.Object({
  id: Type.String(),
  refundId: Type.String({
    description: 'The uuid (recommended) or the number of the refund',
    [DOCUMENTED]: { pattern: `^${PATH_ID_FORM}$` },
  }),
})
const ListQuery = Type.Object({ limit: Type.Optional(LimitQuery), cursor: Type.Optional(CursorQuery) })

/** Of the payer of a boleto or a TED: the bank refuses a key of another holder. */
export const RefundTo = Type.Object(
  { pixKey: PrintableText({ minLength: 8, maxLength: 77 }), pixKeyType: Type.Enum([...PIX_KEY_TYPES]) },
  {
    additionalProperties: false,
    description: 'A PIX key of the payer of a boleto or TED, neither of which has a way back of its own',
  },
)

/** In the form of the directory. */
export function payerKeyIn(to: Static<typeof RefundTo> | undefined): PayerKey | null {
  if (to === undefined) return null
  const pixKey = normalisePixKey(to.pixKeyType, to.pixKey)
  if (pixKey === null) throw invalid('refundTo.pixKey', `a PIX key of the type ${to.pixKeyType}`)
  return { pixKey, pixKeyType: to.pixKeyType }
}

const RefundBody = Type.Object(
  {
    amount: Type.Optional(CentsAmount),
    reason: Type.Optional(PrintableText({ minLength: 1, maxLength: 500 })),
    externalReference: Type.Optional(PrintableText({ minLength: 1, maxLength: 64 })),
    refundTo: Type.Optional(RefundTo),
  },
  { title: 'NewRefund', additionalProperties: false },
)

function requestRoute(server: Server, deps: Refunding, { path, dialect, own, notOwn, write }: Side): void {
  server.post(
    path,
    {
      config: write(...notOwn, ...REFUSED),
      // Without a body all that is left goes back.
      preValidation: async request => {
        if (request.body === undefined) request.body = {}
      },
      schema: {
        summary: 'Send money of a paid sale back to its buyer; without an amount, all that is left',
        ...TAGS,
        params: SaleParams,
        headers: KeyHeaders,
        body: Type.Optional(RefundBody),
        notifies: describedEvents(['refund.completed', 'refund.failed'], RefundEventSchema),
        response: { 202: SaleRefundSchema },
      },
    },
    async (request, reply) => {
      const sale = await own(deps, accountOf(request), pathId(request.params.id))
      const outcome = orThrow(await deps.sales.requestRefund(requestOf(request, sale, request.body), dialect))
      if ('replayed' in outcome) return replay(reply, outcome.replayed)
      afterReply(reply, () => deps.sales.sendRefund(outcome))
      return sendAnswer(reply, refundingAnswer(outcome))
    },
  )
}

function requestOf(
  request: FastifyRequest,
  { accountId, id }: { accountId: number; id: bigint },
  { amount, reason, externalReference, refundTo }: Static<typeof RefundBody>,
): RefundRequest {
  const fields = {
    amount: amount === undefined ? null : centavos(amount),
    reason: reason ?? null,
    externalReference: externalReference ?? null,
  }
  const to = payerKeyIn(refundTo)
  const key = keyOf(request, { sale: id, ...fields, ...(to !== null && { refundTo: to }) }, accountId)
  return { sale: { accountId, id }, ...fields, refundTo: to, actor: actorOf(request), key }
}

function readRoutes(server: Server, deps: Refunding, { path, own, notOwn, read }: Side): void {
  server.get(
    path,
    {
      config: read(...notOwn),
      schema: {
        summary: 'The refunds of a sale, the newest first',
        ...TAGS,
        params: SaleParams,
        querystring: ListQuery,
        response: {
          200: PageOf(SaleRefundSchema),
        },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const below = decodeCursor(cursor)
      const sale = await own(deps, accountOf(request), pathId(request.params.id))
      return pageOf(await listRefundsOfSale(deps.db, sale, { below, rows: limit + 1 }), limit, saleRefundForm)
    },
  )
  server.get(
    `${path}/:refundId`,
    {
      config: read(...notOwn),
      schema: {
        summary: 'One refund of a sale, by uuid or number',
        ...TAGS,
        params: RefundParams,
        response: { 200: SaleRefundSchema },
      },
    },
    async request => {
      const refundId = pathId(request.params.refundId)
      const sale = await own(deps, accountOf(request), pathId(request.params.id))
      const refund = await findRefundOfSale(deps.db, sale, refundId)
      if (refund === null) throw notFound('Refund')
      return saleRefundForm(refund)
    },
  )
}
