// Carts for sellers: those of the hosted checkout and of their own shops, by API key and for the people of the account.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { documentIn } from '#http/request/document-field.ts'
import { refuseCardNumber } from '#http/request/no-card-number.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { pathId } from '#http/request/path-id.ts'
import { FromQuery, periodIn, ToQuery } from '#http/request/period.ts'
import { TotalsSchema, totalsForm } from '#http/response/totals.ts'
import { accountOf, isSupport, type RouteRules } from '#http/route.ts'
import { PrintableText, UuidText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { Failure, type FailureCode, invalid, notFound, orThrow } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { describedEvents } from '#notification/events/described.ts'
import { CART_STATES, type Cart } from './cart.ts'
import type { Carts } from './feature.ts'
import type { CartFilter } from './store.ts'
import { CartEventSchema, type CartForm, CartSchema, OwnCartBody, ownCartIn } from './wire.ts'

const tags = ['Carts']
const params = Type.Object({ id: Type.String() })

const byKey =
  (scope: 'checkout:read' | 'checkout:write') =>
  (...fails: FailureCode[]): RouteRules => ({ guard: 'api-key', dialect: 'sale', scope, fails })
const READ = byKey('checkout:read')
const WRITE = byKey('checkout:write')
const PEOPLE_READ = (...fails: FailureCode[]): RouteRules => ({ guard: 'session', dialect: 'panel', fails })

/** Who cannot read whose a cart is does not find out by asking for each document in turn either. */
const HIDDEN = new Failure('FORBIDDEN', 'document: support reads carts without their buyers, and finds none by a buyer')

const FILTERS = {
  state: Type.Optional(Type.Enum([...CART_STATES])),
  checkout: Type.Optional(UuidText('The uuid of a checkout session or a payment link')),
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
  document: Type.Optional(PrintableText({ maxLength: 18 })),
}
const FilterQuery = Type.Object(FILTERS)
const ListQuery = Type.Object({
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
  ...FILTERS,
})

export function cartRoutes(
  server: Server,
  deps: { carts: Carts; checkRecoveryUrl: (field: string, url: string) => void },
): void {
  for (const [prefix, read] of [['/api', READ] as const, ['/api/account', PEOPLE_READ] as const])
    readingRoutes(server, prefix, read, deps)
  totalsRoute(server, deps)
  shopRoutes(server, deps)
  eraseRoute(server, deps)
}

function readingRoutes(
  server: Server,
  prefix: string,
  read: (...fails: FailureCode[]) => RouteRules,
  { carts }: { carts: Carts },
): void {
  server.get(
    `${prefix}/carts`,
    {
      config: read('INVALID_DATA'),
      schema: {
        summary: 'The carts, newest first',
        tags,
        querystring: ListQuery,
        response: { 200: PageOf(CartSchema) },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const filter = filterIn(request, request.query)
      const accountId = accountOf(request)
      const found = await carts.list(accountId, filter, { below: decodeCursor(cursor), rows: limit + 1 })
      const page = pageOf(found, limit, cart => cart)
      return { ...page, data: await carts.forms(accountId, page.data, isSupport(request)) }
    },
  )
  server.get<{ Params: { id: string } }>(
    `${prefix}/carts/:id`,
    {
      config: read('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'One cart, by uuid or number, with its sales',
        tags,
        params,
        response: { 200: CartSchema },
      },
    },
    async request => {
      const accountId = accountOf(request)
      const cart = await carts.find(accountId, pathId(request.params.id))
      if (cart === null) throw notFound('Cart')
      const [form] = await carts.forms(accountId, [cart], isSupport(request))
      return form as CartForm
    },
  )
}

function filterIn(request: FastifyRequest, query: Static<typeof FilterQuery>): CartFilter {
  const { state = null, checkout, document } = query
  const filter = {
    state,
    checkoutUuid: checkout === undefined ? null : uuidIn(checkout),
    document: document === undefined ? null : documentIn('document', document),
    period: periodIn(query),
  }
  if (document !== undefined && isSupport(request)) throw HIDDEN
  return filter
}

function totalsRoute(server: Server, { carts }: { carts: Carts }): void {
  server.get(
    '/api/account/carts/totals',
    {
      config: PEOPLE_READ('INVALID_DATA'),
      schema: {
        summary: 'How many carts there are with these filters, and what they come to',
        tags,
        querystring: FilterQuery,
        response: { 200: TotalsSchema },
      },
    },
    async request => totalsForm(await carts.totals(accountOf(request), filterIn(request, request.query))),
  )
}

function shopRoutes(
  server: Server,
  { carts, checkRecoveryUrl }: { carts: Carts; checkRecoveryUrl: (field: string, url: string) => void },
): void {
  server.post(
    '/api/carts',
    {
      config: WRITE('INVALID_DATA', 'CONFLICT'),
      preValidation: refuseCardNumber,
      schema: {
        summary: 'Tell of a cart of your own shop; cartId in POST /api/transactions pays it',
        tags,
        body: OwnCartBody,
        answers: { 201: CartSchema },
        notifies: describedEvents(['cart.abandoned', 'cart.recovered'], CartEventSchema),
      },
    },
    async (request, reply) => {
      const input = ownCartIn(request.body, checkRecoveryUrl)
      return send(reply, 201, carts, orThrow(await carts.createOwn(accountOf(request), input)))
    },
  )
  server.put<{ Params: { id: string }; Body: Parameters<typeof ownCartIn>[0] }>(
    '/api/carts/:id',
    {
      config: WRITE('INVALID_DATA', 'NOT_FOUND', 'CONFLICT'),
      preValidation: refuseCardNumber,
      schema: {
        summary: 'A cart of your own shop as it is now, whole; it counts as activity of the buyer',
        tags,
        params,
        body: OwnCartBody,
        answers: { 200: CartSchema },
      },
    },
    async (request, reply) => {
      const input = ownCartIn(request.body, checkRecoveryUrl)
      const replaced = await carts.replaceOwn(accountOf(request), pathId(request.params.id), input)
      return send(reply, 200, carts, orThrow(replaced))
    },
  )
  server.post<{ Params: { id: string } }>(
    '/api/carts/:id/close',
    {
      config: WRITE('INVALID_DATA', 'NOT_FOUND', 'CONFLICT'),
      schema: {
        summary: 'End a cart of your own shop of which nothing will come',
        tags,
        params,
        answers: { 202: CartSchema },
      },
    },
    async (request, reply) =>
      send(reply, 202, carts, orThrow(await carts.closeOwn(accountOf(request), pathId(request.params.id)))),
  )
}

function eraseRoute(server: Server, { carts }: { carts: Carts }): void {
  server.post<{ Params: { id: string } }>(
    '/api/account/carts/:id/erase',
    {
      config: { guard: 'session', dialect: 'panel', roles: ['OWNER'], fails: ['INVALID_DATA', 'NOT_FOUND'] },
      schema: {
        summary: 'Forget who the buyer of a cart was, at the request of that buyer; an open cart ends with it',
        tags,
        params,
        response: { 202: CartSchema },
      },
    },
    async (request, reply) => {
      const [accountId, id] = [accountOf(request), pathId(request.params.id)]
      orThrow(await carts.erase({ accountId, id, by: actorOf(request) }))
      const cart = await carts.find(accountId, id)
      if (cart === null) throw notFound('Cart')
      return send(reply, 202, carts, cart)
    },
  )
}

const send = async (reply: FastifyReply, status: number, carts: Carts, cart: Cart) =>
  reply.code(status).send(await formOf(carts, cart))

const formOf = async (carts: Carts, cart: Cart) => (await carts.forms(cart.accountId, [cart]))[0]

function uuidIn(text: string): string {
  const uuid = parseUuid(text)
  if (uuid === null) throw invalid('checkout', 'the uuid of a checkout')
  return uuid
}
