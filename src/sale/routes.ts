// The public routes of sales: POST and GET /api/transactions, one sale, its cancellation.
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import type { CardRequest } from '#charge/card/request.ts'
import type { Charges } from '#charge/feature.ts'
import type { BoletoRequest } from '#charge/request.ts'
import type { Checkouts } from '#checkout/feature.ts'
import { afterReply } from '#http/after-reply.ts'
import { emailIn, personNameIn, phoneIn } from '#http/request/contact-fields.ts'
import { DocumentText, documentIn } from '#http/request/document-field.ts'
import { refuseCardNumber } from '#http/request/no-card-number.ts'
import { decodeCursor, PageOf, pageOf } from '#http/request/paging.ts'
import { pathId } from '#http/request/path-id.ts'
import { accountOf } from '#http/route.ts'
import { CentsAmount, DOCUMENTED, PrintableText, WebAddress } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { Failure, invalid, orThrow } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { centavos } from '#kernel/money.ts'
import type { AddressCheck } from '#notification/webhooks/address.ts'
import type { SaleOrder, SaleRequest } from './begin.ts'
import { boletoFieldsIn, IF_BOLETO } from './collect/boleto-body.ts'
import { cardFieldsIn, IF_CARD } from './collect/card-body.ts'
import type { SaleDeps } from './deps.ts'
import type { Sales } from './feature.ts'
import { filterOf, ListQuery } from './list/query.ts'
import { listSales } from './list/store.ts'
import { ownSale } from './own-sale.ts'
import { EXPAND, ExpandedSaleSchema, expanding } from './payment.ts'
import { shippingOf } from './request/shipping.ts'
import { type Customer, PAYMENT_METHODS } from './sale.ts'
import { SALE_NOTIFICATIONS, SaleSchema, saleForm } from './wire.ts'

const DAY_SECONDS = 86_400
const MAX_EXPIRY_SECONDS = 30 * DAY_SECONDS
const MAX_ITEMS = 200
/** Business days. */
const DEFAULT_TRANSFER_DAYS = 3
const MAX_TRANSFER_DAYS = 30

// Unknown fields are ignored: clients of the contract send some.
const SaleBody = Type.Object(
  {
    amount: CentsAmount,
    paymentMethod: Type.Enum([...PAYMENT_METHODS]),
    customer: Type.Object({
      name: PrintableText({ minLength: 1, maxLength: 200 }),
      email: Type.Optional(PrintableText({ maxLength: 254 })),
      document: Type.Optional(DocumentText),
      phone: Type.Optional(PrintableText({ maxLength: 30 })),
    }),
    items: Type.Array(
      Type.Object({
        title: PrintableText({ minLength: 1, maxLength: 500 }),
        unitPrice: Type.Integer({ minimum: 0, maximum: 999_999_999_999 }),
        quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
        tangible: Type.Optional(Type.Boolean()),
      }),
      { minItems: 1, maxItems: MAX_ITEMS },
    ),
    postbackUrl: Type.Optional(WebAddress),
    externalReference: Type.Optional(PrintableText({ minLength: 1, maxLength: 64 })),
    shipping: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())),
    cartId: Type.Optional({
      ...PrintableText({ maxLength: 36, description: 'The uuid of a cart of yours that this sale is to pay for' }),
      [DOCUMENTED]: { format: 'uuid' },
    }),
    transfer: Type.Optional(
      Type.Object({
        expiresInBusinessDays: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_TRANSFER_DAYS,
            description: 'Until the end of that day; 3 if absent',
          }),
        ),
      }),
    ),
    pix: Type.Optional(
      Type.Object({ expiresInSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_EXPIRY_SECONDS })) }),
    ),
  },
  { title: 'NewSale', ...IF_BOLETO, else: IF_CARD },
)

type Body = Static<typeof SaleBody>

const COLLECTED: ReadonlySet<string> = new Set(['BOLETO', 'CREDIT_CARD', 'DEBIT_CARD'])

/** By card or boleto, of whatever form it is: it has not been validated. Callers of other methods may have sent anything at all times. */
function isOfCollect(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { card, paymentMethod } = body as { card?: unknown; paymentMethod?: unknown }
  return card !== undefined || COLLECTED.has(String(paymentMethod))
}

const ApiListQuery = Type.Object({ ...ListQuery.properties, ...EXPAND })
const IdParams = Type.Object({ id: Type.String() })

const TAGS = { tags: ['Sales'] }

export function saleRoutes(
  server: Server,
  deps: Pick<SaleDeps, 'db'> &
    AddressCheck &
    Pick<Checkouts, 'refusedReturnAddress'> & { sales: Sales; charges: Charges },
): void {
  const { db, sales } = deps
  server.post(
    '/api/transactions',
    {
      config: {
        guard: 'api-key',
        dialect: 'sale',
        scope: 'sale:write',
        fails: [
          'INVALID_DATA',
          'IDEMPOTENCY_KEY_REUSED',
          'IDEMPOTENCY_IN_FLIGHT',
          'CONFLICT',
          'GENERAL_ERROR',
          'PSP_UNAVAILABLE',
        ],
      },
      preValidation: async request => {
        if (isOfCollect(request.body)) await refuseCardNumber(request)
      },
      schema: {
        summary: 'Sell by PIX, boleto, card or transfer: the answer carries the code, or the account, to pay',
        ...TAGS,
        headers: KeyHeaders,
        body: SaleBody,
        answers: { 201: SaleSchema },
        notifies: SALE_NOTIFICATIONS,
      },
    },
    async (request, reply) => {
      const created = orThrow(await create(deps, request, request.body))
      if ('replayed' in created) return replay(reply, created.replayed)
      afterReply(reply, () => sales.publish(created))
      return sendAnswer(reply, created.answer)
    },
  )

  server.get(
    '/api/transactions',
    {
      config: { guard: 'api-key', dialect: 'sale', scope: 'sale:read', fails: ['INVALID_DATA'] },
      schema: {
        summary: 'The sales, newest first',
        ...TAGS,
        querystring: ApiListQuery,
        answers: { 200: Type.Union([PageOf(SaleSchema), PageOf(ExpandedSaleSchema)]) },
      },
    },
    async request => {
      const { limit = 20, cursor, expand } = request.query
      const page = { below: decodeCursor(cursor), rows: limit + 1 }
      const found = await listSales(db, accountOf(request), filterOf(request.query), page)
      return pageOf(found, limit, expand === undefined ? saleForm : await expanding(db, found))
    },
  )

  server.get(
    '/api/transactions/:id',
    {
      config: {
        guard: 'api-key',
        dialect: 'sale',
        scope: 'sale:read',
        fails: ['INVALID_DATA', 'OTHER_ACCOUNT', 'NOT_FOUND'],
      },
      schema: {
        summary: 'One sale, by uuid or number',
        ...TAGS,
        params: IdParams,
        querystring: Type.Object(EXPAND),
        answers: { 200: Type.Union([SaleSchema, ExpandedSaleSchema]) },
      },
    },
    async request => {
      const sale = await ownSale(deps, accountOf(request), pathId(request.params.id))
      const form = request.query.expand === undefined ? saleForm : await expanding(db, [sale])
      return form(sale)
    },
  )

  server.post<{ Params: { id: string } }>(
    '/api/transactions/:id/cancel',
    {
      config: {
        guard: 'api-key',
        dialect: 'sale',
        scope: 'sale:write',
        fails: ['INVALID_DATA', 'OTHER_ACCOUNT', 'NOT_FOUND', 'CONFLICT', 'PSP_UNAVAILABLE'],
      },
      schema: { summary: 'Cancel a sale that waits to be paid', ...TAGS, answers: { 202: SaleSchema } },
    },
    async (request, reply) => {
      const id = pathId(request.params.id)
      await ownSale(deps, accountOf(request), id)
      const sale = orThrow(await sales.cancel({ accountId: accountOf(request), id, actor: actorOf(request) }))
      return reply.code(202).send(saleForm(sale))
    },
  )
}

function create(
  deps: AddressCheck & Pick<Checkouts, 'refusedReturnAddress'> & { sales: Sales; charges: Charges },
  request: FastifyRequest,
  body: Body,
) {
  const input = inputOf(accountOf(request), body)
  if (body.postbackUrl !== undefined) deps.checkAddress('postbackUrl', body.postbackUrl)
  const key = keyOf(request, input)
  if ('card' in input) {
    const refused = input.returnUrl === undefined ? null : deps.refusedReturnAddress('returnUrl', input.returnUrl)
    if (refused !== null) throw refused
    return deps.charges.createByCard(input, key)
  }
  return 'boleto' in input ? deps.charges.create(input, key) : deps.sales.create(input, key)
}

function inputOf(accountId: number, body: Body): SaleRequest | BoletoRequest | CardRequest {
  switch (body.paymentMethod) {
    case 'PIX':
      return {
        ...orderOf(accountId, body),
        expiresInSeconds: body.pix?.expiresInSeconds ?? DAY_SECONDS,
        ...cartIn(body),
      }
    case 'TRANSFER':
      return {
        ...orderOf(accountId, body),
        expiresInSeconds: DAY_SECONDS,
        transfer: transferOf(body),
        ...cartIn(body),
      }
    case 'CREDIT_CARD':
      return { ...orderOf(accountId, body), ...cardFieldsIn(body, 'credit'), ...cartIn(body) }
    case 'DEBIT_CARD':
      return { ...orderOf(accountId, body), ...cardFieldsIn(body, 'debit'), ...cartIn(body) }
    case 'BOLETO':
      return { ...orderOf(accountId, body), ...boletoFieldsIn(body), ...cartIn(body) }
    default:
      throw new Failure('GENERAL_ERROR', `paymentMethod: ${body.paymentMethod} is not available for this account`)
  }
}

function orderOf(accountId: number, body: Body): SaleOrder {
  return {
    accountId,
    amount: centavos(body.amount),
    customer: customerOf(body.customer),
    items: body.items.map(item => ({
      title: item.title,
      unitPrice: centavos(item.unitPrice),
      quantity: item.quantity,
      tangible: item.tangible ?? false,
    })),
    shipping: shippingOf(body.shipping),
    externalReference: body.externalReference ?? null,
    postbackUrl: body.postbackUrl ?? null,
  }
}

const cartIn = ({ cartId }: Body) => cartId !== undefined && { cart: { uuid: cartIdIn(cartId), revision: null } }

/** A transfer is recognised by who has paid it. */
function transferOf({ customer, transfer }: Body): { businessDays: number } {
  if ((customer.document ?? '') === '') throw invalid('customer.document', 'the CPF or CNPJ of whoever will pay')
  return { businessDays: transfer?.expiresInBusinessDays ?? DEFAULT_TRANSFER_DAYS }
}

function cartIdIn(text: string): string {
  const uuid = parseUuid(text)
  if (uuid === null) throw invalid('cartId', 'the uuid of a cart')
  return uuid
}

function customerOf({ name, email = '', document = '', phone = '' }: Static<typeof SaleBody>['customer']): Customer {
  return {
    name: personNameIn('customer.name', name),
    email: emailIn('customer.email', email),
    document: document === '' ? '' : documentIn('customer.document', document),
    phone: phoneIn('customer.phone', phone),
  }
}
